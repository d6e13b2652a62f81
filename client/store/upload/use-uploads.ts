import type { Result } from '../../../sync/result.ts'
import { type Device, type TakeRow, watchDevice } from '../../db/device.ts'
import { readLost } from '../sending/missing-files.ts'
import { ensureWork } from '../sending/sync-runner.ts'
import { queueTake } from '../takes.ts'

/**
 * Sends a take and waits until the server has all of it, compared and flushed. Offline it keeps waiting. It rejects
 * only when `signal` aborts the wait; the upload still continues.
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
      async () => ({ take: await device.takes.get(takeId), lost: await readLost(device) }),
      ({ take, lost }) => {
        const result = resultOf(take, lost?.takes.some(({ id }) => id === takeId) ?? false)
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

function resultOf(take: TakeRow | undefined, isLost: boolean): Result<true> | null {
  if (isLost) return { ok: false, refusal: { code: 'video-not-there' } }
  // A take that is gone was delivered and confirmed.
  if (!take || take.state === 'sent') return { ok: true, value: true }
  return take.state === 'refused'
    ? { ok: false, refusal: take.refusal ?? { code: 'video-unreadable' } }
    : null
}
