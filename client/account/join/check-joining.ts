import { type Asker, asker, checkBirthDate } from '../../../sync/account/asker.ts'
import { isCountry } from '../../../sync/account/countries.ts'
import { checkPasswordLength } from '../../../sync/account/password.ts'
import { refusalText } from '../../text/refusals.ts'

export type Joining = Asker & { username: string; password: string }
export type JoinProblems = Partial<Record<keyof Joining, string>>

const WANTED: Record<keyof Asker, string> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  birthDate: 'Enter your date of birth.',
  countryCode: refusalText({ code: 'unknown-country' }),
  city: 'Enter your city.',
  email: 'Enter an e-mail address such as name@example.com.',
}

/** What keeps a fan from joining, field by field; empty when the server may be asked (S2-5.17). */
export function checkJoining({ username: _, password, ...person }: Joining, now: number): JoinProblems {
  const problems: JoinProblems = {}
  for (const name of Object.keys(WANTED) as (keyof Asker)[])
    if (!asker.shape[name].safeParse(person[name]).success) problems[name] = WANTED[name]
  if (!problems.birthDate) {
    const birth = checkBirthDate(person.birthDate, now)
    if (!birth.ok) problems.birthDate = refusalText(birth.refusal)
  }
  if (!isCountry(person.countryCode)) problems.countryCode = WANTED.countryCode
  const long = checkPasswordLength(password, 'basic')
  if (!long.ok) problems.password = refusalText(long.refusal)
  return problems
}
