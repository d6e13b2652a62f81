/**
 * Says what is safe, and what the athlete can do, where the browser cannot read a video that it is to send.
 * `canReplace`: another recording may take its place.
 */
export function cannotReadWords(canReplace: boolean): string {
  const next = canReplace ? 'record it again, and the new one takes its place.' : 'write to our team.'
  return `Nothing was deleted. Close other apps, or restart your phone or computer. If that does not help, ${next}`
}
