import { checkPasswordLength } from '../../../sync/account/password.ts'
import { athleteProfile } from '../../../sync/athlete/profile.ts'
import { PROFILE_LIMITS } from '../../../sync/athlete/profile-limits.ts'
import { isResidence } from '../../../sync/athlete/residence.ts'
import { countCharacters, isPlainText } from '../../../sync/shape.ts'
import { personProblems, UNREADABLE } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'
import { HANDLE } from '../join/handle.ts'
import { type JoiningValues, joinCallOf } from './joining-values.ts'

export type JoiningProblems = Partial<Record<keyof JoiningValues | 'password', string>>

const WANTED = {
  sport: 'Choose your sport from the list.',
  position: `At most ${PROFILE_LIMITS.positionCharacters} characters.`,
  bio: 'Tell people something about yourself.',
  achievements: 'Fill in every achievement, or remove it.',
  interests: 'Fill in every area of insight, or remove it.',
  instagram: HANDLE,
  tiktok: HANDLE,
  x: HANDLE,
  noGoTopics: `At most ${PROFILE_LIMITS.noGoCharacters} characters.`,
}
type ProfileName = keyof typeof WANTED

/** Returns the mistakes in an athlete's sign-up by field; empty when the form may be sent (S2-5.2 to S2-5.13). */
export function checkAthleteJoining(values: JoiningValues, password: string, now: number): JoiningProblems {
  const problems: JoiningProblems = personProblems(values, now)
  if (!isResidence(values.countryCode)) problems.countryCode = refusalText({ code: 'unknown-country' })
  const { profile } = joinCallOf(values, { code: '', password })
  for (const name of Object.keys(WANTED) as ProfileName[])
    if (!athleteProfile.shape[name].safeParse(profile[name]).success)
      problems[name] = sentenceFor(name, profile)
  if (!values.picture) problems.picture = 'Choose a profile picture.'
  const long = checkPasswordLength(password, 'creator')
  if (!long.ok) problems.password = refusalText(long.refusal)
  return problems
}

function sentenceFor(name: ProfileName, profile: Record<ProfileName, unknown>): string {
  const value = profile[name]
  if (!isPlainText([value].flat().join(' '))) return UNREADABLE
  if (Array.isArray(value)) {
    const { entryCharacters } = PROFILE_LIMITS
    const rows = value.map((row) => String(row).trim())
    if (rows.some((row) => countCharacters(row) > entryCharacters))
      return `At most ${entryCharacters} characters each.`
    return rows.every(Boolean) ? 'Enter each of them once.' : WANTED[name]
  }
  if (name === 'bio' && countCharacters(String(value)) > PROFILE_LIMITS.bioCharacters)
    return `At most ${PROFILE_LIMITS.bioCharacters} characters.`
  return WANTED[name]
}
