import { countryCodes } from '../../sync/account/countries.ts'

let options: readonly { value: string; label: string }[] | null = null

/** Every country by its name, sorted as people sort (D78). */
export function countryOptions(): readonly { value: string; label: string }[] {
  if (options) return options
  const names = new Intl.DisplayNames('en', { type: 'region' })
  options = countryCodes()
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return options
}
