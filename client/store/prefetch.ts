import type { QuestionDocument } from '../../sync/collections.ts'
import { isOnline } from '../api/connection.ts'
import type { Device } from '../db/device.ts'
import type { Replica } from '../db/replica.ts'
import { watchDevice } from '../db/watch-device.ts'
import { BY_HAND, fetchVideo, type Taken } from './fetch-video.ts'
import { underLock } from './page-lock.ts'
import { mayFetchAhead, readSendingChoice, watchNetwork } from './sending/network-preference.ts'
import type { PassEnd } from './sending/push-outbox.ts'
import { type RetryLoop, startRetryLoop } from './sending/retry-loop.ts'
import { isReadable } from './sending/video-bytes.ts'
import { forgetKept, isUnfinished, unfinishedAmong } from './unfinished-videos.ts'
import { fitting, type Wanted, wantedAnswers, wantedVideos } from './wanted-videos.ts'

/** The most bytes that kept videos may take; a tenth of the free space is a further limit. */
const BUDGET_BYTES = 1_000_000_000

/** What the passes since the start have met, so that none of it is downloaded or asked for again in vain. */
type Met = {
  /** What was stored here when a video found no room; null while there may be room. */
  full: string[] | null
  /** The videos that the server refused for good, with the revision at which it did. */
  refused: Map<string, number>
}

/**
 * Keeps videos on this device until stopped: first those of an athlete's open questions, nearest due date first,
 * then the latest answers that a fan received. Returns the function that stops it.
 */
export function startPrefetch(device: Device, store: Replica): () => void {
  let wanted: Wanted[] | null = null
  let answers: Wanted[] | null = null
  let loop: RetryLoop | null = null
  const over = new AbortController()
  const met: Met = { full: null, refused: new Map() }
  // Start the loop only once both lists are known, because a pass deletes every kept video that is in neither.
  const wake = () => {
    if (!wanted || !answers) return
    loop ??= startRetryLoop((anew) => {
      // Room may have been made outside the app, or a video may be there for a person who has signed in again.
      if (anew) Object.assign(met, { full: null, refused: new Map() })
      const pass = (lost: AbortSignal) => prefetch(device, [...(wanted ?? []), ...(answers ?? [])], met, lost)
      return underLock(prefetchLock(device), pass, over.signal)
    })
    loop.wake()
  }
  const unwatch = store.watch(
    'questions',
    { where: { athleteId: store.account, status: 'approved' } },
    (rows) => {
      wanted = wantedVideos(rows)
      wake()
    },
  )
  const unwatchAnswers = store.watch('answers', { where: { state: 'delivered' } }, (rows) => {
    answers = wantedAnswers(rows, store.account)
    wake()
  })
  const unwatchNetwork = watchNetwork(wake)
  const unwatchChoice = watchDevice(() => readSendingChoice(device), wake)
  return () => {
    for (const stop of [unwatch, unwatchAnswers, unwatchNetwork, unwatchChoice]) stop()
    loop?.stop()
    over.abort()
  }
}

/**
 * Returns a kept video; null when it is not kept, `cleared` when it is listed but the browser has deleted its
 * bytes.
 */
export async function keptVideo(device: Device, videoId: string): Promise<Blob | 'cleared' | null> {
  const blob = (await device.kept.get(videoId))?.blob
  if (!blob) return null
  return (await isReadable(blob)) ? blob : 'cleared'
}

/** Forgets a kept video whose bytes the browser has cleared, so that it is no longer listed and is fetched again. */
export function forgetCleared(device: Device, videoId: string): Promise<void> {
  return forgetKept(device, videoId)
}

/**
 * Fetches the videos of these questions now, on any network, because the athlete asked. The result says why some
 * did not come.
 */
export function takeAlong(device: Device, questions: readonly QuestionDocument[]): Promise<Taken> {
  return underLock(prefetchLock(device), async (lost) => {
    const here = await device.kept.toCollection().primaryKeys()
    const wanted = wantedVideos(questions)
    const room = await budget(device)
    const fit = fitting(wanted, room)
    const unfinished = await unfinishedAmong(device, here)
    const missing = fit.filter(({ videoId }) => !here.includes(videoId) || unfinished.includes(videoId))
    const taken = await fetchAll(device, missing, lost)
    if (taken !== 'all' || fit.length === wanted.length) return taken
    return room < BUDGET_BYTES ? 'no-room' : 'too-much'
  })
}

/**
 * Keeps a video on this device at the user's request, until the user gives it up. Returns false when it could not
 * be fetched or stored.
 */
export async function keepVideo(
  device: Device,
  { videoId, token }: { videoId: string; token: string },
): Promise<boolean> {
  const taken = await fetchVideo(device, { ...BY_HAND, videoId, token, askedFor: 1 })
  return taken === 'all'
}

/**
 * Fetches a kept video again where there may be a better version, with the mark that it has, on the networks on which
 * videos are fetched ahead.
 */
export async function fetchAgain(
  device: Device,
  { videoId, token }: { videoId: string; token: string },
): Promise<void> {
  if (!(await isUnfinished(device, videoId)) || !mayFetchAhead(await readSendingChoice(device))) return
  await fetchVideo(device, { ...BY_HAND, videoId, token })
}

/** Returns the name of the lock that whoever fetches videos ahead for this device must hold. */
const prefetchLock = ({ name }: Device) => `prefetch-${name}`

async function prefetch(
  device: Device,
  wanted: readonly Wanted[],
  met: Met,
  lost: AbortSignal,
): Promise<PassEnd> {
  const fit = fitting(wanted, await budget(device))
  // Offline, a video for which recordings have left no room stays, because it could not be fetched again.
  const keep = new Set((isOnline() ? fit : wanted).map(({ videoId }) => videoId))
  const known = await device.kept.toCollection().primaryKeys()
  await giveUp(
    device,
    known.filter((videoId) => !keep.has(videoId)),
  )
  if (!isOnline() || !mayFetchAhead(await readSendingChoice(device))) return { left: 'nothing' }
  const stored = await storedNames(device)
  // A video downloaded without room is lost again, so wait until something was deleted here.
  if (met.full?.every((name) => stored.includes(name))) return { left: 'nothing' }
  const isRefused = ({ videoId, revision }: Wanted) => met.refused.get(videoId) === revision
  const again = await unfinishedAmong(device, await device.kept.toCollection().primaryKeys())
  const missing = [
    ...fit.filter(({ videoId }) => !known.includes(videoId)),
    ...again.map((videoId) => wanted.find((video) => video.videoId === videoId) ?? { ...BY_HAND, videoId }),
  ].filter((video) => !isRefused(video))
  const taken = await fetchAll(device, missing, lost, met.refused)
  met.full = taken === 'no-room' ? await storedNames(device) : null
  const isOver = taken === 'all' || taken === 'no-room' || missing.every(isRefused)
  return isOver ? { left: 'nothing' } : { left: 'later', afterMs: null }
}

/**
 * Fetches videos one after another. One that did not come does not stop the rest, except for want of room. Notes in
 * `refused` what the server refused for good.
 */
async function fetchAll(
  device: Device,
  videos: readonly Wanted[],
  lost: AbortSignal,
  refused: Met['refused'] = new Map(),
): Promise<Taken> {
  let taken: Taken = 'all'
  for (const video of videos) {
    // Whoever has the lock now fetches the rest.
    lost.throwIfAborted()
    const came = await fetchVideo(device, video, lost)
    if (came === 'no-room') return came
    if (came === 'never') refused.set(video.videoId, video.revision)
    // A cut line counts more than a refusal, because another try may mend it.
    if (came !== 'all' && taken !== 'cut-off') taken = came === 'never' ? 'refused' : came
  }
  return taken
}

/** Returns the names of what takes room on this device: its kept videos, and its takes with their bytes. */
async function storedNames({ kept, takes, videos }: Device): Promise<string[]> {
  const keys = [kept, takes, videos].map((table) => table.toCollection().primaryKeys())
  return (await Promise.all(keys)).flatMap((ids, at) => ids.map((id) => `${at} ${id}`))
}

/**
 * Deletes kept videos, except those that the user asked for. Reads only keys, because an opened video's bytes
 * outlive its deletion.
 */
async function giveUp(device: Device, videoIds: string[]): Promise<void> {
  await device.transaction('rw', device.kept, async () => {
    const asked = new Set(await device.kept.where('askedFor').equals(1).primaryKeys())
    await device.kept.bulkDelete(videoIds.filter((videoId) => !asked.has(videoId)))
  })
}

async function budget(device: Device): Promise<number> {
  const { quota = BUDGET_BYTES * 10, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return Math.min(BUDGET_BYTES, (quota - usage + (await keptBytes(device))) / 10)
}

/**
 * Returns how many bytes the kept videos take. Reads an index and opens no video, because an opened video's bytes
 * outlive its deletion.
 */
export async function keptBytes(device: Device): Promise<number> {
  const sizes = (await device.kept.orderBy('bytes').keys()) as number[]
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
