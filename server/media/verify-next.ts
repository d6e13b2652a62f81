import type { Context } from '../context.ts'
import { transact } from '../transact.ts'
import { type Line, putBack, takeNext } from './line.ts'
import { verifyMedia } from './verify.ts'

/**
 * Verifies the next video of a line (the job of that name), if one may be looked at now. Senders take turns: whoever
 * waits with one video comes before the second one of anybody who waits no longer. A sender whose files were refused
 * waits longer each time. Throws when the machine is at fault; the video then rests a while and is tried again.
 */
export async function verifyNext(context: Context, line: Line): Promise<void> {
  const mediaId = await transact(context, (inside) => takeNext(inside, line))
  if (mediaId === null) return
  try {
    await verifyMedia(context, mediaId)
  } catch (error) {
    // one that cannot be written down is given to somebody else when its time is over
    await transact(context, (inside) => putBack(inside, line, mediaId)).catch(() => {})
    throw error
  }
}
