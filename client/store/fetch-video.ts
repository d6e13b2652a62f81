import type { MediaTicketAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { call, isNetworkError } from '../api/call.ts'
import type { Device } from '../db/device.ts'
import { toStore } from '../db/stored-blob.ts'
import { download } from './download.ts'
import { isCausedBy } from './takes.ts'
import { isKept, lookUpKept, noteFinished, noteUnfinished } from './unfinished-videos.ts'
import type { Wanted } from './wanted-videos.ts'

/**
 * The result of fetching. `refused`: the server did not hand the video out. `too-much`: the videos exceed the most
 * that is ever kept.
 */
export type Taken = 'all' | 'cut-off' | 'no-room' | 'too-much' | 'refused'

/** `askedFor`: the user wants the video now; without it, a kept video is fetched again with the mark that it has. */
type Fetching = Pick<Wanted, 'videoId' | 'dueAt'> & { token?: string; askedFor?: 1 }

/** What is known of a video that was kept by hand and belongs to no list. */
export const BY_HAND = { bytes: 0, dueAt: Number.MAX_SAFE_INTEGER, revision: 0 }

/**
 * Fetches one video. One that the server is still converting is noted, and is left as it is here until there is
 * another version. `never`: the server knows no such video for this user, and will say so again. Aborting `lost` ends
 * the download.
 */
export async function fetchVideo(
  device: Device,
  { videoId, dueAt, token, askedFor }: Fetching,
  lost?: AbortSignal,
): Promise<Taken | 'never'> {
  const ticket = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId, ...(token && { token }) })
  if (isNetworkError(ticket)) return ticket.reason === 'server' ? 'refused' : 'cut-off'
  if (!ticket.ok) return ticket.refusal.code === 'not-found' ? 'never' : 'refused'
  const { type, fileUrl, bytes } = ticket.value
  const isFinal = (ticket.value.convertedPercent ?? null) === null
  try {
    const here = await lookUpKept(device, { videoId, bytes })
    if (here.isUnfinished && !isFinal) return 'all'
    const note = isFinal ? noteFinished : noteUnfinished
    if (!here.isUnfinished || !here.isSame) {
      const blob = await download(fileUrl, lost)
      if (!blob) return 'refused'
      const stored = await toStore(device, new Blob([blob], { type }))
      const row = { videoId, blob: stored, bytes: blob.size, type, dueAt }
      await device.transaction('rw', device.kept, device.settings, async () => {
        // The user may have removed the video while it was fetched again.
        if (here.isKept && !askedFor && !(await isKept(device, videoId))) return
        const isAskedFor = askedFor === 1 || here.isAskedFor
        await device.kept.put({ ...row, ...(isAskedFor && { askedFor: 1 }) })
        await note(device, videoId)
      })
    } else await note(device, videoId)
    return 'all'
  } catch (error) {
    // Ignore the error, because prefetching is a convenience and is tried again later.
    return isCausedBy(error, 'QuotaExceededError') ? 'no-room' : 'cut-off'
  }
}
