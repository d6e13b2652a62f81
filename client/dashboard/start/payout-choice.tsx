import { useState } from 'react'
import { payoutRoute } from '../../../sync/payment/payout-account.ts'
import type { KnownPerson } from '../../api/session.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { ConnectButton } from '../payout/connect-button.tsx'
import { HandleField } from '../payout/handle-field.tsx'
import { CURRENCY_LINE, SETUP_WORDS, setupText } from '../payout/setup-words.ts'
import { usePayoutSetup } from '../payout/use-payout-setup.ts'
import { TeamAddress } from '../profile/team-address.tsx'

export type Payout = 'direct' | 'manual'

type PayoutChoiceProps = {
  person: Pick<KnownPerson, 'email'>
  /** The country of the athlete's profile; null when this device does not know it. */
  countryCode: string | null
  value: Payout
  onChange: (value: Payout) => void
  /** The payment app, and the athlete's name there. */
  handle: string
  onHandle: (handle: string) => void
}

/** Renders the choice of how a share is paid; direct deposits are set up in the provider's tab (S2-2.55, S2-2.56). */
export function PayoutChoice({ person, countryCode, value, onChange, handle, onHandle }: PayoutChoiceProps) {
  const isByHand = countryCode !== null && payoutRoute(countryCode) === 'manual'
  return (
    <div className="grid gap-4">
      <ChoiceField
        label="How should your share reach you?"
        name="payout"
        layout="stack"
        value={isByHand ? 'manual' : value}
        onChange={onChange}
        choices={[
          {
            value: 'direct',
            label: 'Direct deposits (recommended)',
            hint: isByHand
              ? 'Not in your country: our payment provider does not pay there from here.'
              : 'Paid to your bank account automatically, through our payment provider.',
            disabled: isByHand,
          },
          {
            value: 'manual',
            label: 'Manual payouts',
            hint: 'Through a payment app, arranged by email with our team.',
          },
        ]}
      />
      {value === 'direct' && !isByHand ? (
        <Direct person={person} countryCode={countryCode ?? ''} />
      ) : (
        <>
          <HandleField value={handle} onChange={onHandle} />
          <p className="text-muted text-sm text-pretty">
            Anything to arrange? Write to <TeamAddress />
            {isByHand ? '.' : '; you can switch to direct deposits at any time.'}
          </p>
        </>
      )}
      <p className="text-muted text-sm text-pretty">{CURRENCY_LINE}</p>
    </div>
  )
}

function Direct({ person, countryCode }: Pick<PayoutChoiceProps, 'person'> & { countryCode: string }) {
  const [isAway, setAway] = useState(false)
  const setup = usePayoutSetup(isAway)
  const words = SETUP_WORDS[setup?.state ?? 'none']
  return (
    <div className="grid justify-items-start gap-3">
      <StatusLine icon={words.icon} tone={words.tone} live>
        {setupText(setup ?? { state: 'none' })}
      </StatusLine>
      <ConnectButton
        person={person}
        countryCode={setup?.countryCode ?? countryCode}
        tone="secondary"
        onOpened={() => setAway(true)}
      >
        {words.connect ?? 'Set up direct deposits'}
      </ConnectButton>
    </div>
  )
}
