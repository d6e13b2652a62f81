import { type Asker, checkBirthDate } from '../../sync/account/asker.ts'
import { isCountry } from '../../sync/account/countries.ts'
import { LIMITS } from '../../sync/limits.ts'
import { day, email, isPlainText, line } from '../../sync/shape.ts'
import { refusalText } from './refusals.ts'

export type PersonProblems = Partial<Record<keyof Asker, string>>

/** Returns the problems of an asker's personal details, as texts under each field; empty when they can be sent. */
export function personProblems(person: Asker, now: number): PersonProblems {
  const problems: PersonProblems = {}
  const words = (field: 'firstName' | 'lastName' | 'city', wanted: string, max: number) => {
    const problem = lineProblem(person[field], { wanted, max })
    if (problem) problems[field] = problem
  }
  words('firstName', 'Enter your first name.', LIMITS.nameCharacters)
  words('lastName', LAST_NAME_WANTED, LIMITS.nameCharacters)
  words('city', 'Enter your city.', LIMITS.cityCharacters)
  const birth = birthProblem(person.birthDate, now)
  if (birth) problems.birthDate = birth
  if (!isCountry(person.countryCode)) problems.countryCode = refusalText({ code: 'unknown-country' })
  if (emailProblem(person.email)) problems.email = EMAIL_WANTED
  return problems
}

const ANY_LENGTH = 10_000

/** Tells people who have only one name what to do. */
export const LAST_NAME_WANTED = 'Enter your last name. If you have only one name, type it here again.'

/**
 * The text for input with a character that no form accepts. The user cannot see the character, so a message about
 * length or absence would mislead.
 */
export const UNREADABLE = 'This has a character that cannot be read. Delete it and type it again.'

/** Returns the problem of a single line of input; null when it may be sent. */
export function lineProblem(text: string, { wanted, max }: { wanted: string; max: number }): string | null {
  if (line(max).safeParse(text).success) return null
  if (!isPlainText(text)) return UNREADABLE
  return line(ANY_LENGTH).safeParse(text).success ? `At most ${max} characters.` : wanted
}

const EMAIL_WANTED = 'Enter an email address such as name@example.com.'

/** Returns the sentence under an invalid email address; null for a valid one. */
export function emailProblem(address: string): string | null {
  return email(LIMITS.emailCharacters).safeParse(address).success ? null : EMAIL_WANTED
}

function birthProblem(birthDate: string, now: number): string | null {
  if (birthDate === '') return 'Enter your date of birth.'
  if (!day.safeParse(birthDate).success) return refusalText({ code: 'bad-birth-date' })
  const checked = checkBirthDate(birthDate, now)
  return checked.ok ? null : refusalText(checked.refusal)
}
