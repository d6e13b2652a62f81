import type { Context } from '../context.ts'
import { renewMark, type StoreMark } from '../media/store-mark.ts'
import { every } from '../pause.ts'
import { beat, noticeEpoch } from './epoch.ts'

/** Of what was written since the last one nobody can say, after a standby took over, that it was not lost. */
const EVERY_MS = 5_000

/**
 * Counts on in the database and in the store of files until the returned function is called, so that a later start can
 * tell which of the two was put back, and a device whether it had seen what was lost.
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
