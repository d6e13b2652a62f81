import { type Asker, checkBirthDate } from '../../sync/account/asker.ts'
import { isCountry } from '../../sync/account/countries.ts'
import { LIMITS } from '../../sync/limits.ts'
import { day, email, line } from '../../sync/shape.ts'
import { refusalText } from './refusals.ts'

export type PersonProblems = Partial<Record<keyof Asker, string>>

/** What is wrong with who somebody says they are, in words under each field; empty when the server may be asked. */
export function personProblems(person: Asker, now: number): PersonProblems {
  const problems: PersonProblems = {}
  const words = (field: 'firstName' | 'lastName' | 'city', wanted: string, max: number) => {
    if (!line(max).safeParse(person[field]).success)
      problems[field] = person[field].trim() === '' ? wanted : `At most ${max} characters.`
  }
  words('firstName', 'Enter your first name.', LIMITS.nameCharacters)
  words('lastName', 'Enter your last name.', LIMITS.nameCharacters)
  words('city', 'Enter your city.', LIMITS.cityCharacters)
  const birth = birthProblem(person.birthDate, now)
  if (birth) problems.birthDate = birth
  if (!isCountry(person.countryCode)) problems.countryCode = refusalText({ code: 'unknown-country' })
  if (emailProblem(person.email)) problems.email = EMAIL_WANTED
  return problems
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
