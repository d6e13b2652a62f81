import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { DateField } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import { SelectField, type SelectOption } from './select-field.tsx'
import { TextField } from './text-field.tsx'

export type PersonFieldName = keyof Asker

/**
 * The connection of a form with one of its fields: a value and a change handler, or a name in the form's own data.
 */
export type FieldTie = {
  name?: string
  value?: string
  defaultValue?: string
  error?: string | null
  hint?: ReactNode
  autoComplete?: string
  readOnly?: boolean
  'data-autofocus'?: boolean
  onBlur?: () => void
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

/** Returns the tie of a field whose value is held by its form. */
export function tieOf(value: string, onValue: (value: string) => void, rest: FieldTie = {}): FieldTie {
  return { ...rest, value, onChange: ({ target }) => onValue(target.value) }
}

/** Renders the first and the last name, side by side where there is room. */
export function NameFields({ field }: { field: (name: 'firstName' | 'lastName') => FieldTie }) {
  return (
    <>
      <TextField
        label="First name"
        autoComplete="given-name"
        limit={LIMITS.nameCharacters}
        {...field('firstName')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        limit={LIMITS.nameCharacters}
        {...field('lastName')}
      />
    </>
  )
}

/** Renders the date of birth, between 1900 and `today`, which is the server's day as `YYYY-MM-DD` (D13). */
export function BirthDateField({ today, ...tie }: FieldTie & { today: string }) {
  return (
    <DateField
      label="Date of birth"
      autoComplete="bday"
      min={LIMITS.earliestBirthDate}
      max={today}
      {...tie}
    />
  )
}

type CountryFieldProps = FieldTie & {
  label?: string
  /** The countries to offer at once: some of them, or all 250. Without this prop the field loads all of them. */
  options?: readonly SelectOption[]
}

/**
 * Renders a choice among all countries, or among `options` (S1-3.14, D78). The names are loaded after the first
 * paint.
 */
export function CountryField({ label = 'Country', options, ...tie }: CountryFieldProps) {
  const [every, setEvery] = useState<readonly SelectOption[]>([])
  useEffect(() => {
    if (options) return
    void import('../../text/country-options.ts').then(({ countryOptions }) => setEvery(countryOptions()))
  }, [options])
  return (
    <SelectField
      label={label}
      autoComplete="country"
      placeholder="Choose a country"
      options={options ?? every}
      {...tie}
    />
  )
}

export function CityField(tie: FieldTie) {
  return <TextField label="City" autoComplete="address-level2" limit={LIMITS.cityCharacters} {...tie} />
}

type PersonFieldsProps = {
  field: (name: PersonFieldName) => FieldTie
  today: string
  /** The countries, if they must be there without a network. */
  countries?: readonly SelectOption[]
}

/** Renders the six fields about an asker (S1-4.7), two side by side where there is room. */
export function PersonFields({ field, today, countries }: PersonFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 [&>*:nth-child(n+3)]:max-sm:col-span-2">
      <NameFields field={field} />
      <BirthDateField today={today} {...field('birthDate')} />
      <CountryField options={countries} {...field('countryCode')} />
      <CityField {...field('city')} />
      <EmailField {...field('email')} />
    </div>
  )
}
