import { isCountry } from '../../../sync/account/countries.ts'
import { LONGEST_PAUSE_MS } from '../../../sync/athlete/offer.ts'
import { type OwnProfile, type ProfileField, profileSave } from '../../../sync/athlete/profile-edit.ts'
import { PROFILE_LIMITS } from '../../../sync/athlete/profile-limits.ts'
import { isResidence } from '../../../sync/athlete/residence.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters, isPlainText } from '../../../sync/shape.ts'
import { LAST_NAME_WANTED, UNREADABLE } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'

export type ProfileProblems = Partial<Record<ProfileField, string>>

type Asked = { changed: readonly ProfileField[]; role: string; now: number }

/** Returns the problems of the changed fields, in words, by field; empty when the profile can be saved. */
export function profileProblems(profile: OwnProfile, { changed, role, now }: Asked): ProfileProblems {
  const problems: ProfileProblems = {}
  const shapes = profileSave.shape.after.shape
  for (const field of changed) {
    const isGood = shapes[field].safeParse(profile[field]).success
    const problem = isGood ? placeOrPauseProblem(field, profile, { role, now }) : sentenceFor(field, profile)
    if (problem) problems[field] = problem
  }
  return problems
}

function placeOrPauseProblem(
  field: ProfileField,
  { countryCode, pause }: OwnProfile,
  { role, now }: Omit<Asked, 'changed'>,
): string | null {
  if (field === 'countryCode') {
    const isKnown = role === 'basic' ? isCountry : isResidence
    return isKnown(countryCode ?? '') ? null : refusalText({ code: 'unknown-country' })
  }
  if (field !== 'pause' || pause?.until == null) return null
  return pause.until > now && pause.until <= now + LONGEST_PAUSE_MS ? null : DAY_WANTED
}

const DAY_WANTED = 'Choose a day from tomorrow on, within a year.'

const HANDLE = 'Enter the handle alone, without @: letters, digits, underscores and dots.'
const SENTENCES: Record<ProfileField, string> = {
  firstName: 'Enter your first name.',
  lastName: LAST_NAME_WANTED,
  city: 'Enter your city.',
  countryCode: 'Choose your country from the list.',
  instagram: HANDLE,
  tiktok: HANDLE,
  x: 'Enter the handle alone, without @: letters, digits and underscores.',
  sport: 'Choose your sport from the list.',
  position: 'Enter your position, or leave it empty.',
  bio: 'Tell people something about yourself.',
  achievements: 'Enter one achievement at least.',
  interests: 'Enter one area of insight at least.',
  noGoTopics: 'Use plain text.',
  priceCents: 'Choose a price.',
  pause: DAY_WANTED,
  payoutHandle: 'Enter the payment app and your name there.',
}

const MOST: Partial<Record<ProfileField, number>> = {
  firstName: LIMITS.nameCharacters,
  lastName: LIMITS.nameCharacters,
  city: LIMITS.cityCharacters,
  position: PROFILE_LIMITS.positionCharacters,
  bio: PROFILE_LIMITS.bioCharacters,
  noGoTopics: PROFILE_LIMITS.noGoCharacters,
}

function sentenceFor(field: ProfileField, profile: OwnProfile): string {
  const value = profile[field]
  if (!isPlainText([value].flat().join(' '))) return UNREADABLE
  if (Array.isArray(value) && value.length > 0) return listSentence(value)
  const most = MOST[field]
  if (most !== undefined && countCharacters(String(value ?? '')) > most) return `At most ${most} characters.`
  return SENTENCES[field]
}

function listSentence(list: readonly string[]): string {
  const isLong = list.some((row) => countCharacters(row) > PROFILE_LIMITS.entryCharacters)
  return isLong ? `At most ${PROFILE_LIMITS.entryCharacters} characters each.` : 'Enter each of them once.'
}
