import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { TeamAddress } from '../profile/team-address.tsx'

export type Payout = 'direct' | 'manual'

type PayoutChoiceProps = { value: Payout; onChange: (value: Payout) => void }

/** How an athlete's share reaches them (S2-2.55). */
export function PayoutChoice({ value, onChange }: PayoutChoiceProps) {
  return (
    <div className="grid gap-4">
      <ChoiceField
        label="How should your share reach you?"
        name="payout"
        layout="stack"
        value={value}
        onChange={onChange}
        choices={[
          {
            value: 'direct',
            label: 'Direct deposits (recommended)',
            hint: 'To your bank account, by themselves, through our payment provider.',
          },
          {
            value: 'manual',
            label: 'Manual payouts',
            hint: 'Through a payment app, arranged by e-mail with our team.',
          },
        ]}
      />
      <p className="text-muted text-sm text-pretty">
        {value === 'manual' ? (
          <>
            Write to <TeamAddress /> when your first answer is delivered; you can switch to direct deposits at
            any time.
          </>
        ) : (
          <>
            Until a bank account is connected you are paid by hand, through <TeamAddress />. Nothing you earn
            waits for it.
          </>
        )}
      </p>
    </div>
  )
}
