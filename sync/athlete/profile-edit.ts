import { asker } from '../account/asker.ts'
import { isCountry } from '../account/countries.ts'
import type { Moment } from '../moment.ts'
import { PAYOUT_HANDLE_CHARACTERS } from '../payment/payout-account.ts'
import { done, type Result, refuse } from '../result.ts'
import type { Caller } from '../roles.ts'
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

/** What a member tells of themselves and may change; what only athletes tell is empty for everybody else. */
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
  /** Cents; 0 asks nothing, null has not chosen yet (D22). */
  priceCents: number | null
  /** Null while requests are taken. */
  pause: Pause | null
  /** Where they want to be paid by hand; null: by direct deposits. Nobody sees it but they and the team. */
  payoutHandle: string | null
}
export type ProfileField = keyof OwnProfile

const FAN_FIELDS = Object.keys(everybodys) as ProfileField[]
const ATHLETE_FIELDS = Object.keys({ ...everybodys, ...athletes }) as ProfileField[]

/** The fields a role may change: price, pause and the like are an athlete's alone (S2-2.51, S2-2.74). */
function editableFields(role: Caller['role']): readonly ProfileField[] {
  if (role === 'creator' || role === 'admin') return ATHLETE_FIELDS
  return role === 'basic' ? FAN_FIELDS : []
}

/** What a field was: whatever it is, it is only compared. */
const former = z.union([
  z.nullable(z.string().check(z.maxLength(8_000))),
  z.array(z.string().check(z.maxLength(8_000))).check(z.maxLength(100)),
  z.int(),
  pause,
])

/**
 * profile.save: the fields that were changed, and what each of them was before. E-mail, role, username, birth date, tags
 * and promo are none of them.
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
 * The profile with a change in it. A field that was changed elsewhere in the meantime stands, and then nothing of the
 * change is made (D98); one that nobody else touched, or changed to the same, is no conflict. Refuses `bad-shape`,
 * `not-allowed`, `unknown-country`, and `changed-meanwhile` with the `fields`.
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

/** Athletes reside in one of the 43 countries, fans anywhere (D78); a pause ends within a year. */
function checkPlaceAndPause(
  { countryCode: code, pause: wanted }: ProfileChange['after'],
  { role, now }: Saving,
): Result<true> {
  const isKnown = role === 'basic' ? isCountry : isResidence
  if (code !== undefined && !isKnown(code)) return refuse('unknown-country')
  return (wanted?.until ?? now) > now + LONGEST_PAUSE_MS ? refuse('bad-shape') : done(true)
}

/** A pause whose time has come is over, whoever has not noticed yet. */
function withPauseAt<T extends Changes>(profile: T, now: Moment): T {
  return 'pause' in profile ? { ...profile, pause: pauseAt(profile.pause as Pause | null, now) } : profile
}

/** Lists and pauses are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What changed from one profile to another, as it is saved; null where nothing did. */
export function profileChangeOf(from: OwnProfile, to: OwnProfile): ProfileChange | null {
  const fields = ATHLETE_FIELDS.filter((field) => !isSame(from[field], to[field]))
  if (fields.length === 0) return null
  const pick = (profile: OwnProfile) => Object.fromEntries(fields.map((field) => [field, profile[field]]))
  return { before: pick(from), after: pick(to) } as ProfileChange
}
