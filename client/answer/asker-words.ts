import { NOBODY } from '../../sync/account/mine.ts'
import type { Partner } from '../../sync/collections.ts'
import { countryName } from '../text/country-options.ts'

/**
 * Returns "Kim L." for a fan, of whose last name athletes see only the initial; "Nora Quist" for an athlete, whose whole
 * last name may be one character.
 */
export function partnerName(partner: Partner): string {
  const { firstName, lastName } = partner
  const isInitial = lastName !== '' && !isAthlete(partner) && !hasLeft(partner)
  return [firstName, isInitial ? `${lastName}.` : lastName].filter(Boolean).join(' ')
}

/** Checks whether the other person has left, or is leaving: then nothing of them is told but the id and the role. */
export function hasLeft({ firstName, username, countryCode }: Partner): boolean {
  return firstName === NOBODY.firstName && username === null && countryCode === ''
}

/** Returns what sentences call the other person: the first name, or what they were once they have left. */
export function spokenPartner(partner: Partner): string {
  if (!hasLeft(partner)) return partner.firstName
  return isAthlete(partner) ? 'the athlete' : 'the fan'
}

/** Checks whether the other person is the athlete here. One who asked another athlete is told as a fan, with an age. */
export const isAthlete = ({ role, age }: Partner): boolean =>
  (role === 'creator' || role === 'test') && age === null

/** Matches the names of countries that take an article: plurals, and names that say what the country is. */
const WITH_THE =
  /^(United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Isle)|(Islands|Republic|Territory|Territories)$/

/** Returns a country's name as it stands after "from": "the United States" for "US", "Norway" for "NO". */
export function fromCountry(code: string): string {
  const name = countryName(code)
  return WITH_THE.test(name) ? `the ${name}` : name
}

/** Returns "Boston, United States", or the country alone when the athlete may not see the city. */
export function placeOf({ city, countryCode }: Pick<Partner, 'city' | 'countryCode'>): string {
  return [city, countryName(countryCode)].filter(Boolean).join(', ')
}

/** Returns what an athlete may know of an asker besides the name: "27, Norway", "under 18, Norway" (D104). */
export function askerFacts({ age, countryCode }: Pick<Partner, 'age' | 'countryCode'>): string {
  return [age, countryName(countryCode)].filter((fact) => fact !== null && fact !== '').join(', ')
}
