/** Twice as long as the longest name in the time zone database. */
const LONGEST_ZONE = 64

/**
 * Formats a moment for a mail: in the reader's time zone if it is known, otherwise in UTC. The zone is always
 * named.
 */
export function spokenTime(at: Date | null, zone: string | null): string {
  if (at === null) return ''
  const timeZone = zone !== null && isZone(zone) ? zone : 'UTC'
  return at.toLocaleString('en-US', {
    timeZone,
    ...{ month: 'long', day: 'numeric', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
}

/** Returns whether this is the name of a usable time zone, such as "Europe/Oslo". */
export function isZone(name: string): boolean {
  if (name.length > LONGEST_ZONE || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
  } catch {
    return false
  }
}
