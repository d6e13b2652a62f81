import { type Asker, checkBirthDate } from '../../sync/account/asker.ts'
import { isCountry } from '../../sync/account/countries.ts'
import { LIMITS } from '../../sync/limits.ts'
import { day, email, isPlainText, line } from '../../sync/shape.ts'
import { refusalText } from './refusals.ts'

export type PersonProblems = Partial<Record<keyof Asker, string>>

/** What is wrong with who somebody says they are, in words under each field; empty when the server may be asked. */
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

/** Not everybody has two names. */
export const LAST_NAME_WANTED = 'Enter your last name. If you have only one name, type it here again.'

/** What is said of a text with a character that no form takes: it cannot be seen, so its length or its absence is not to blame. */
export const UNREADABLE = 'This has a character that cannot be read. Delete it and type it again.'

/** What is wrong with one line somebody typed, as itself; null where it may be sent. */
export function lineProblem(text: string, { wanted, max }: { wanted: string; max: number }): string | null {
  if (line(max).safeParse(text).success) return null
  if (!isPlainText(text)) return UNREADABLE
  return line(ANY_LENGTH).safeParse(text).success ? `At most ${max} characters.` : wanted
}

const EMAIL_WANTED = 'Enter an e-mail address such as name@example.com.'

/** The sentence under an e-mail address that is none. */
export function emailProblem(address: string): string | null {
  return email(LIMITS.emailCharacters).safeParse(address).success ? null : EMAIL_WANTED
}

function birthProblem(birthDate: string, now: number): string | null {
  if (birthDate === '') return 'Enter your date of birth.'
  if (!day.safeParse(birthDate).success) return refusalText({ code: 'bad-birth-date' })
  const checked = checkBirthDate(birthDate, now)
  return checked.ok ? null : refusalText(checked.refusal)
}
