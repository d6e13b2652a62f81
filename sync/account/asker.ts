import { LIMITS } from '../limits.ts'
import { ageInYears, type Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'
import { countryCode, day, email, type Infer, line, z } from '../shape.ts'
import { isCountry } from './countries.ts'

/** The personal details that an asker gives (S1-4.7). */
export const asker = z.strictObject({
  firstName: line(LIMITS.nameCharacters),
  lastName: line(LIMITS.nameCharacters),
  birthDate: day,
  countryCode,
  city: line(LIMITS.cityCharacters),
  email: email(LIMITS.emailCharacters),
})
export type Asker = Infer<typeof asker>

/**
 * Checks whether a person with these details may ask: 15 by calendar birthday, no birthday in the future, a
 * country that exists (D9, D10, D13).
 */
export function checkAsker(who: Asker, now: Moment): Result<true> {
  const birth = checkBirthDate(who.birthDate, now)
  if (!birth.ok) return birth
  return isCountry(who.countryCode) ? done(true) : refuse('unknown-country')
}

/** Checks whether a birth date is possible and the person old enough (S1-5.15, S1-5.16, D13). */
export function checkBirthDate(birthDate: string, now: Moment): Result<true> {
  if (birthDate < LIMITS.earliestBirthDate) return refuse('bad-birth-date')
  if (birthDate > new Date(now).toISOString().slice(0, 10)) return refuse('bad-birth-date')
  return ageInYears(birthDate, now) >= LIMITS.minimumAgeYears ? done(true) : refuse('under-age')
}

/**
 * Returns the form of an address under which "first question free" is counted (D20): lower case, without a +tag,
 * and without dots where the provider ignores them.
 */
export function normaliseEmail(address: string): string {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  const bare = local.split('+')[0] ?? local
  const gmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return gmail ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
