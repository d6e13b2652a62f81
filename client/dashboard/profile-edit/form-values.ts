import type { Pause } from '../../../sync/athlete/offer.ts'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import type { Role } from '../../../sync/roles.ts'
import type { ProfileProblems } from './profile-problems.ts'

const TEXTS = [
  'firstName',
  'lastName',
  'city',
  'countryCode',
  'instagram',
  'tiktok',
  'x',
  'sport',
  'position',
  'bio',
  'noGoTopics',
] as const
type TextField = (typeof TEXTS)[number]
type ListField = 'achievements' | 'interests'

/** The profile as it stands in the form: texts, and lists with the rows that the user has opened. */
export type FormValues = Record<TextField, string> &
  Record<ListField, string[]> & {
    /** The price in cents, as digits; empty while none is chosen. */
    price: string
    isPaused: boolean
    /** The day on which requests are taken again, `YYYY-MM-DD`; empty without one. */
    returnDay: string
  }

/** The props of every part of the form. */
export type PartProps = {
  values: FormValues
  problems: ProfileProblems
  set: (change: Partial<FormValues>) => void
  role: Role
  now: number
}

export function valuesOf(profile: OwnProfile): FormValues {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, profile[field] ?? '']))
  return {
    ...(texts as Record<TextField, string>),
    achievements: rowsOf(profile.achievements),
    interests: rowsOf(profile.interests),
    price: profile.priceCents === null ? '' : String(profile.priceCents),
    isPaused: profile.pause !== null,
    returnDay: profile.pause?.until == null ? '' : dayOf(profile.pause.until),
  }
}

/** Returns the profile that a form describes; a field that the user did not touch stays exactly as it was. */
export function profileOf(values: FormValues, from: OwnProfile): OwnProfile {
  const former = valuesOf(from)
  const said: OwnProfile = {
    ...(Object.fromEntries(TEXTS.map((field) => [field, textOf(values[field])])) as Record<
      TextField,
      string
    >),
    bio: textOf(values.bio) ?? '',
    achievements: filledRows(values.achievements),
    interests: filledRows(values.interests),
    priceCents: values.price === '' ? null : Number(values.price),
    pause: pauseOf(values),
    payoutHandle: from.payoutHandle,
  }
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const kept = [...TEXTS, 'achievements' as const, 'interests' as const].filter((field) =>
    isSame(values[field], former[field]),
  )
  const isPauseKept = isSame(pauseOf(values), pauseOf(former))
  return {
    ...said,
    ...Object.fromEntries(kept.map((field) => [field, from[field]])),
    ...(isPauseKept && { pause: from.pause }),
  }
}

/** Returns the rows that are not empty. */
function filledRows(rows: readonly string[]): string[] {
  return rows.map((row) => row.trim().normalize('NFC')).filter(Boolean)
}

/** Returns the rows for a list; an empty list begins with one open row. */
function rowsOf(list: readonly string[]): string[] {
  return list.length > 0 ? [...list] : ['']
}

/** Returns a text as the shapes of the contract store it; null when it is empty. */
function textOf(text: string): string | null {
  return text.trim().normalize('NFC') || null
}

function pauseOf({ isPaused, returnDay }: FormValues): Pause | null {
  return isPaused ? { until: returnDay === '' ? null : startOfDay(returnDay) } : null
}

/** Returns midnight of a day in this device's time zone. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** Returns the day of a moment in this device's time zone. */
export function dayOf(at: number): string {
  const local = new Date(at)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`
}

/** Returns the options with the current value, so that the user sees it even when it is no longer offered. */
export function withCurrent(
  options: readonly { value: string; label: string }[],
  value: string,
  label = value,
): readonly { value: string; label: string }[] {
  return value === '' || options.some((option) => option.value === value)
    ? options
    : [{ value, label }, ...options]
}
