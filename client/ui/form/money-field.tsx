import type { ComponentProps } from 'react'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { formatMoney } from '../../text/format-money.ts'
import { TextField } from './text-field.tsx'

type MoneyFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'prefix' | 'type' | 'inputMode' | 'value' | 'onChange'
> & { value: string; onChange: (typed: string) => void }

/**
 * Renders a field for an amount in dollars and keeps what the user types: "7.50" and "7,50" are the same, and
 * "1,000" is no amount, because it may mean either. If the amount has a comma, the field says how it reads it. A
 * number field would drop the comma without notice.
 */
export function MoneyField({ value, hint, onChange, ...rest }: MoneyFieldProps) {
  const cents = value.includes(',') ? dollarsToCents(value) : null
  return (
    <TextField
      autoComplete="off"
      placeholder="0.00"
      {...rest}
      prefix="$"
      inputMode="decimal"
      hint={cents === null ? hint : `That is ${formatMoney(cents, 'full')}.`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
