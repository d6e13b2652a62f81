import type { Partner } from '../../sync/collections.ts'
import { countryName } from '../text/country-options.ts'

/** "Kim L." for a fan, of whose surname only the initial is told; "Nora Quist" for an athlete. */
export function partnerName({ firstName, lastName }: Pick<Partner, 'firstName' | 'lastName'>): string {
  return [firstName, lastName.length === 1 ? `${lastName}.` : lastName].filter(Boolean).join(' ')
}

/** "Boston, United States", or the country alone where the city is not told. */
export function placeOf({ city, countryCode }: Pick<Partner, 'city' | 'countryCode'>): string {
  return [city, countryName(countryCode)].filter(Boolean).join(', ')
}

/** What an athlete may know of an asker beside the name: "27, Norway", "under 18, Norway" (D104). */
export function askerFacts({ age, countryCode }: Pick<Partner, 'age' | 'countryCode'>): string {
  return [age, countryName(countryCode)].filter((fact) => fact !== null && fact !== '').join(', ')
}
