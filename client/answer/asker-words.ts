import type { Partner } from '../../sync/collections.ts'
import { countryName } from '../text/country-options.ts'

/** "Kim L." for a fan, of whose surname only the initial is told; "Nora Quist" for an athlete. */
export function partnerName({ firstName, lastName }: Pick<Partner, 'firstName' | 'lastName'>): string {
  return [firstName, lastName.length === 1 ? `${lastName}.` : lastName].filter(Boolean).join(' ')
}

/** Countries that are called by what they are, or in the plural. */
const WITH_THE =
  /^(United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Isle)|(Islands|Republic|Territory|Territories)$/

/** "the United States" from "US", as it stands after "from"; "Norway" from "NO". */
export function fromCountry(code: string): string {
  const name = countryName(code)
  return WITH_THE.test(name) ? `the ${name}` : name
}

/** "Boston, United States", or the country alone where the city is not told. */
export function placeOf({ city, countryCode }: Pick<Partner, 'city' | 'countryCode'>): string {
  return [city, countryName(countryCode)].filter(Boolean).join(', ')
}

/** What an athlete may know of an asker beside the name: "27, Norway", "under 18, Norway" (D104). */
export function askerFacts({ age, countryCode }: Pick<Partner, 'age' | 'countryCode'>): string {
  return [age, countryName(countryCode)].filter((fact) => fact !== null && fact !== '').join(', ')
}
