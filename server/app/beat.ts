import type { Context } from '../context.ts'
import { beat, noticeEpoch } from '../db/epoch.ts'
import { renewMark, type StoreMark } from '../media/store-mark.ts'
import { every } from '../pause.ts'

/**
 * How often running servers count. After a standby took over, whatever was written since the last beat may have
 * been lost.
 */
const EVERY_MS = 5_000

/**
 * Counts beats in the database and in the store of files until the returned function is called. With them, a
 * later start can tell which of the two was restored, and a device whether it had seen data that was lost.
 */
export function startBeat({ sql, log, blobs }: Context, storeId: StoreMark['storeId']): () => void {
  let isBeating = false
  const beatOnce = async () => {
    const counted = await beat(sql)
    if (counted) return renewMark(blobs.mark, { ...counted, storeId })
    log.warn({ noticed: await noticeEpoch(sql) }, 'the database is another state of itself')
  }
  return every(EVERY_MS, () => {
    if (isBeating) return
    isBeating = true
    void beatOnce()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the database or the store of files did not answer'),
      )
      .finally(() => {
        isBeating = false
      })
  })
}
