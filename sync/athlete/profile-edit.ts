import { asker } from '../account/asker.ts'
import { isCountry } from '../account/countries.ts'
import type { Moment } from '../moment.ts'
import { PAYOUT_HANDLE_CHARACTERS } from '../payment/payout-account.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Caller, can, VISITOR } from '../roles.ts'
import { type Infer, id, line, moment, z } from '../shape.ts'
import { isPrice, LONGEST_PAUSE_MS, type Pause, pauseAt } from './offer.ts'
import { athleteProfile } from './profile.ts'
import { isResidence } from './residence.ts'

const { instagram, tiktok, x, ...told } = athleteProfile.shape
const { firstName, lastName, city, countryCode } = asker.shape
const pause = z.nullable(z.strictObject({ until: z.nullable(moment) }))
const everybodys = { firstName, lastName, city, countryCode, instagram, tiktok, x }
const athletes = {
  ...told,
  priceCents: z.int().check(z.refine(isPrice)),
  pause,
  payoutHandle: z.nullable(line(PAYOUT_HANDLE_CHARACTERS)),
}

/**
 * The profile fields that members may change themselves; the fields that only athletes have are empty for
 * everybody else.
 */
export type OwnProfile = {
  firstName: string
  lastName: string
  city: string | null
  countryCode: string | null
  instagram: string | null
  tiktok: string | null
  x: string | null
  sport: string | null
  position: string | null
  bio: string
  achievements: string[]
  interests: string[]
  noGoTopics: string | null
  /** In cents; 0 means free, null that the athlete has not chosen yet (D22). */
  priceCents: number | null
  /** Null while the athlete takes requests. */
  pause: Pause | null
  /** Where the athlete wants to be paid by hand; null: by direct deposit. Only the athlete and the team see it. */
  payoutHandle: string | null
}
export type ProfileField = keyof OwnProfile

const FAN_FIELDS = Object.keys(everybodys) as ProfileField[]
const ATHLETE_FIELDS = Object.keys({ ...everybodys, ...athletes }) as ProfileField[]

/**
 * Returns the fields a role may change; price, pause and the like belong to athletes alone (S2-2.51, S2-2.74). A
 * device knows every member of the team as `admin`, so that all desk roles change the same.
 */
function editableFields(role: Caller['role']): readonly ProfileField[] {
  if (role === 'basic') return FAN_FIELDS
  return can({ ...VISITOR, role }, 'edit-profile') ? ATHLETE_FIELDS : []
}

/** The previous value of a field. It accepts any value, because it is only compared. */
const former = z.union([
  z.nullable(z.string().check(z.maxLength(8_000))),
  z.array(z.string().check(z.maxLength(8_000))).check(z.maxLength(100)),
  z.int(),
  pause,
])

/**
 * The `profile.save` intent: the changed fields and the previous value of each. Email, role, username, birth
 * date, tags and promo cannot be changed this way.
 */
export const profileSave = z.strictObject({
  personId: id,
  before: z.partialRecord(z.enum(ATHLETE_FIELDS as [ProfileField, ...ProfileField[]]), former),
  after: z.partial(z.strictObject({ ...everybodys, ...athletes })),
})
export type ProfileChange = Pick<Infer<typeof profileSave>, 'before' | 'after'>
type Changes = Partial<Record<ProfileField, unknown>>

type Saving = { role: Caller['role']; now: Moment }

/**
 * Returns the profile with a change applied. If another device has changed one of the fields in the meantime, the
 * whole change is refused (D98); an untouched field, or one changed to the same value, is no conflict. Refuses
 * `bad-shape`, `not-allowed`, `unknown-country`, and `changed-meanwhile` with the `fields`.
 */
export function applyProfileChange(
  stored: OwnProfile,
  { before, after }: ProfileChange,
  { role, now }: Saving,
): Result<OwnProfile> {
  const fields = Object.keys(after) as ProfileField[]
  const isWhole = fields.length === Object.keys(before).length && fields.every((field) => field in before)
  if (fields.length === 0 || !isWhole) return refuse('bad-shape')
  const allowed = editableFields(role)
  if (!fields.every((field) => allowed.includes(field))) return refuse('not-allowed')
  const good = checkPlaceAndPause(after, { role, now })
  if (!good.ok) return good
  const [was, is, wanted] = [before, stored, after].map((each) => withPauseAt(each, now)) as [
    Changes,
    OwnProfile,
    Changes,
  ]
  const lost = fields.filter((field) => !isSame(is[field], was[field]) && !isSame(is[field], wanted[field]))
  if (lost.length > 0) return refuse('changed-meanwhile', { fields: lost.join() })
  return done({ ...is, ...wanted } as OwnProfile)
}

/**
 * Checks the country and the pause: athletes reside in one of the 43 countries, fans anywhere (D78); a pause ends
 * within a year.
 */
function checkPlaceAndPause(
  { countryCode: code, pause: wanted }: ProfileChange['after'],
  { role, now }: Saving,
): Result<true> {
  const isKnown = role === 'basic' ? isCountry : isResidence
  if (code !== undefined && !isKnown(code)) return refuse('unknown-country')
  return (wanted?.until ?? now) > now + LONGEST_PAUSE_MS ? refuse('bad-shape') : done(true)
}

/** Returns the profile without a pause whose return date has passed, in case the stored one was not cleared yet. */
function withPauseAt<T extends Changes>(profile: T, now: Moment): T {
  return 'pause' in profile ? { ...profile, pause: pauseAt(profile.pause as Pause | null, now) } : profile
}

/** Compares two values by their content, because lists and pauses are objects. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the change from one profile to another, as it is saved; null where nothing changed. */
export function profileChangeOf(from: OwnProfile, to: OwnProfile): ProfileChange | null {
  const fields = ATHLETE_FIELDS.filter((field) => !isSame(from[field], to[field]))
  if (fields.length === 0) return null
  const pick = (profile: OwnProfile) => Object.fromEntries(fields.map((field) => [field, profile[field]]))
  return { before: pick(from), after: pick(to) } as ProfileChange
}
