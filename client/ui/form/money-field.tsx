import type { ComponentProps } from 'react'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { formatMoney } from '../../text/format-money.ts'
import { TextField } from './text-field.tsx'

type MoneyFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'prefix' | 'type' | 'inputMode' | 'value' | 'onChange'
> & { value: string; onChange: (typed: string) => void }

/**
 * An amount in dollars, as it was typed: "7.50" and "7,50" are the same, and "1,000" is no amount, because it may mean
 * either. Of one with a comma it says what is understood. A number field would drop the comma without a word.
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
