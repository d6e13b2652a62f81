import type { Result } from '../../../sync/result.ts'
import type { Device, TakeRow } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'
import { ensureWork } from '../sending/sync-runner.ts'
import { queueTake } from '../takes.ts'

/**
 * Sends a take and waits until the server has all of it, compared and flushed. Offline it keeps waiting. It rejects
 * only when `signal` aborts the wait; the upload still continues. A take that is gone counts as `video-not-there`:
 * the browser cleared it, another tab discarded it, or its question was asked.
 */
export async function uploadTake(
  device: Device,
  takeId: string,
  signal?: AbortSignal,
): Promise<Result<true>> {
  ensureWork(device.account)
  await queueTake(device, takeId)
  return new Promise((resolve, reject) => {
    const stop = watchDevice(
      () => device.takes.get(takeId),
      (take) => {
        const result = resultOf(take)
        if (result) end(() => resolve(result))
      },
    )
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', onAbort)
      stop()
      settle()
    }
    const onAbort = () => end(() => reject(signal?.reason))
    signal?.addEventListener('abort', onAbort)
  })
}

function resultOf(take: TakeRow | undefined): Result<true> | null {
  if (!take) return { ok: false, refusal: { code: 'video-not-there' } }
  if (take.state === 'sent') return { ok: true, value: true }
  return take.state === 'refused'
    ? { ok: false, refusal: take.refusal ?? { code: 'video-unreadable' } }
    : null
}
