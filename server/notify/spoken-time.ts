/** The longest name of a zone that the database of zones has is half of it. */
const LONGEST_ZONE = 64

/** A moment as mails speak of it: in the zone of who reads it where that is known, else in UTC, which is named either way. */
export function spokenTime(at: Date | null, zone: string | null): string {
  if (at === null) return ''
  const timeZone = zone !== null && isZone(zone) ? zone : 'UTC'
  return at.toLocaleString('en-US', {
    timeZone,
    ...{ month: 'long', day: 'numeric', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
}

/** Whether this is the name of a zone that times can be told in, such as "Europe/Oslo". */
export function isZone(name: string): boolean {
  if (name.length > LONGEST_ZONE || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
  } catch {
    return false
  }
}
