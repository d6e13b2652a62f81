/** Milliseconds since 1970 in UTC: the only form in which a point in time is sent. */
export type Moment = number

/** Returns the whole years from a birth date (`YYYY-MM-DD`) to a moment, by calendar birthday in UTC (D10). */
export function ageInYears(birthDate: string, now: Moment): number {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const today = new Date(now)
  const years = today.getUTCFullYear() - year
  const before =
    today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day)
  return before ? years - 1 : years
}

/**
 * The base of `order` fields: lists sort ascending by `MAX_ORDER − moment`, so the newest comes first without a
 * descending index.
 */
export const MAX_ORDER = 9_999_999_999_999

/** Returns the `order` field of a document made at `moment`. */
export function orderOf(moment: Moment): number {
  return MAX_ORDER - moment
}
