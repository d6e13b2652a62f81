import { RESIDENCE_CODES } from '../../../sync/athlete/residence.ts'
import { countryOptions } from '../../text/country-options.ts'
import { CityField, CountryField, NameFields, tieOf } from '../../ui/form/person-fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type PartProps, withCurrent } from './form-values.ts'

const NETWORKS = [
  { field: 'instagram', label: 'Instagram' },
  { field: 'tiktok', label: 'TikTok' },
  { field: 'x', label: 'X' },
] as const

type PersonField = 'firstName' | 'lastName' | 'city' | 'countryCode'

/** Renders the fields for name and place; athletes reside in one of the 43 countries (D78). */
export function PersonPart({ values, problems, set, role }: PartProps) {
  const tie = (field: PersonField) =>
    tieOf(values[field], (value) => set({ [field]: value }), { error: problems[field] })
  const isFan = role === 'basic'
  const every = countryOptions()
  const residences = every.filter(({ value }) => RESIDENCE_CODES.includes(value))
  const current = every.find(({ value }) => value === values.countryCode)?.label
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <NameFields field={tie} />
      <CityField {...tie('city')} />
      <CountryField
        label={isFan ? 'Country' : 'Country of residence'}
        options={withCurrent(isFan ? every : residences, values.countryCode, current)}
        {...tie('countryCode')}
        hint={isFan ? undefined : 'For tax purposes.'}
      />
    </div>
  )
}

/** Renders the fields for other networks: handles without @ (S2-2.73). */
export function SocialPart({ values, problems, set }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-3 sm:gap-x-4">
      {NETWORKS.map(({ field, label }) => (
        <TextField
          key={field}
          label={label}
          optional
          prefix="@"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={problems[field]}
          value={values[field]}
          // Drop a typed @, because one already stands before the field.
          onChange={({ target }) => set({ [field]: target.value.replace(/^@+/, '') })}
        />
      ))}
    </div>
  )
}
