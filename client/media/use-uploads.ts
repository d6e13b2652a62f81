import type { VideoPurpose } from '../../sync/media/video.ts'
import type { Refusal, Result } from '../../sync/result.ts'
import { type Device, type TakeRow, type TakeState, watchDevice } from '../store/device.ts'
import { ensureWork } from '../store/sending/work.ts'
import { queueTake } from '../store/takes.ts'
import { useStored } from '../store/use-device.ts'

/** A video on its way to the server. */
export type UploadView = {
  takeId: string
  questionId: string
  purpose: VideoPurpose
  state: TakeState
  bytes: number
  uploadedBytes: number
  percent: number
  dueAt: number | null
  refusal: Refusal | null
}

/** This account's videos on their way, sent or not accepted, the one due first first; from any tab. */
export function useUploads(): UploadView[] {
  return (useStored(readUploads) ?? []).map(viewOf)
}

/** One of them, by its take; null while it is not on its way. */
export function useUpload(takeId: string): UploadView | null {
  return useUploads().find((upload) => upload.takeId === takeId) ?? null
}

/**
 * Sends a take and waits until the server has it whole, compared and flushed. Offline it goes on waiting; it rejects
 * only when told to stop waiting, and the upload goes on by itself all the same.
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
  // delivered and confirmed, it is no longer here
  if (!take || take.state === 'sent') return { ok: true, value: true }
  return take.state === 'refused'
    ? { ok: false, refusal: take.refusal ?? { code: 'video-unreadable' } }
    : null
}

function readUploads(device: Device): Promise<TakeRow[]> {
  return device.takes.where('state').anyOf('queued', 'uploading', 'sent', 'refused').sortBy('dueAt')
}

function viewOf({
  id,
  questionId,
  purpose,
  state,
  bytes,
  uploadedBytes,
  dueAt,
  refusal,
}: TakeRow): UploadView {
  const percent =
    state === 'sent' ? 100 : Math.min(99, Math.floor((uploadedBytes / Math.max(1, bytes)) * 100))
  return { takeId: id, questionId, purpose, state, bytes, uploadedBytes, percent, dueAt, refusal }
}
