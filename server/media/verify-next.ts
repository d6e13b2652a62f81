import type { Context } from '../context.ts'
import { transact } from '../transact.ts'
import { type Line, putBack, takeNext } from './line.ts'
import { expectLost } from './lost-upload.ts'
import { verifyMedia } from './verify.ts'

/**
 * Verifies the next due video of a line (the job of that name). Senders take turns: a sender with one video comes
 * before the second video of one who has waited less. A sender whose files were refused waits longer each time.
 * Throws when the machine is at fault; the video is then tried again later, or awaited again where its file was lost
 * with a restore.
 */
export async function verifyNext(context: Context, line: Line): Promise<void> {
  const mediaId = await transact(context, (inside) => takeNext(inside, line))
  if (mediaId === null) return
  try {
    await verifyMedia(context, mediaId)
  } catch (error) {
    if (await expectLost(context, mediaId).catch(() => false)) return
    // if this cannot be written, the video is given to another server when its lease ends
    await transact(context, (inside) => putBack(inside, line, mediaId)).catch(() => {})
    throw error
  }
}
