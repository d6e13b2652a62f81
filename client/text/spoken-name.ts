import { PRODUCT } from '../../sync/text/product.ts'

/** Returns what sentences call an athlete: the first name, or "the athlete" once they have left. */
export function spokenName({ firstName, username }: { firstName: string; username: string | null }): string {
  return username ? firstName : 'the athlete'
}

/** Returns a spoken name as it begins a sentence. */
export const atStart = (name: string): string => name.replace(/^the /, 'The ')

/** Returns the words for a follow-up that waits while nobody can reply to it; null while the athlete can. */
export function noReply({
  username,
  isClosed,
}: {
  username: string | null
  isClosed?: boolean
}): string | null {
  if (!username) return NO_REPLY
  return isClosed ? `The athlete is no longer on ${PRODUCT.name}, so there will be no reply.` : null
}

/** Said of a follow-up whose athlete left before replying; for some days they can still come back. */
export const NO_REPLY = `The athlete has left ${PRODUCT.name}. There will be no reply unless they come back.`
