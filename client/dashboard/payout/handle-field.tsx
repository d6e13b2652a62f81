import { PAYOUT_HANDLE_CHARACTERS } from '../../../sync/payment/payout-account.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type HandleFieldProps = { value: string; onChange: (value: string) => void }

/** Renders the field for where an athlete is paid by hand; only the athlete and the team see it in the profile. */
export function HandleField({ value, onChange }: HandleFieldProps) {
  return (
    <TextField
      label="Payment app and your name there"
      hint="Such as: PayPal, nora@example.com. Only our team sees it."
      autoComplete="off"
      limit={PAYOUT_HANDLE_CHARACTERS}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
