import type { MediaTicketAnswer } from '../../sync/calls.ts'
import type { AnswerDocument, QuestionDocument } from '../../sync/collections.ts'
import { CALLS } from '../../sync/paths.ts'
import { call, isNetworkError } from '../api/call.ts'
import { isOnline } from '../api/connection.ts'
import { type Device, watchDevice } from '../db/device.ts'
import type { DocumentStore } from '../db/replica.ts'
import { toStore } from '../db/stored-blob.ts'
import { mayFetchAhead, readSendingChoice, watchNetwork } from './sending/network-preference.ts'
import type { PassEnd } from './sending/push-outbox.ts'
import { type RetryLoop, startRetryLoop } from './sending/retry-loop.ts'
import { isReadable } from './sending/video-bytes.ts'
import { isCausedBy } from './takes.ts'

/** So much of this device the kept videos may take, and never more than a tenth of what is left. */
const BUDGET_BYTES = 1_000_000_000

const MOST_ANSWERS = 10

/** What came of fetching: `refused`: the server did not hand it out; `too-much`: more than is ever kept. */
export type Taken = 'all' | 'cut-off' | 'no-room' | 'too-much' | 'refused'

type Wanted = { videoId: string; bytes: number; dueAt: number }

/**
 * Keeps the videos of an athlete's open questions on this device, the one due first first, and after them the latest
 * answers a fan was given, until it is stopped.
 */
export function startPrefetch(device: Device, store: DocumentStore): () => void {
  let wanted: Wanted[] = []
  let answers: Wanted[] = []
  let loop: RetryLoop | null = null
  const wake = () => {
    loop ??= startRetryLoop(() => prefetchAlone(device, [...wanted, ...answers]))
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
    if (answers.length > 0) wake()
  })
  // only what is known to be wanted is looked after: with nothing known yet, everything kept would be given up
  const wakeAgain = () => loop?.wake()
  const unwatchNetwork = watchNetwork(wakeAgain)
  const unwatchChoice = watchDevice(() => readSendingChoice(device), wakeAgain)
  return () => {
    for (const stop of [unwatch, unwatchAnswers, unwatchNetwork, unwatchChoice]) stop()
    loop?.stop()
  }
}

/** A question's video kept here; null when it is not, `cleared` where it is listed and cannot be read any more. */
export async function keptVideo(device: Device, videoId: string): Promise<Blob | 'cleared' | null> {
  const blob = (await device.kept.get(videoId))?.blob
  if (!blob) return null
  return (await isReadable(blob)) ? blob : 'cleared'
}

/** It is not said to be here any more, and is fetched again like any other. */
export function forgetCleared(device: Device, videoId: string): Promise<void> {
  return device.kept.delete(videoId)
}

/** The videos an athlete will want to see, the nearest deadline first. */
export function wantedVideos(questions: readonly QuestionDocument[]): Wanted[] {
  return questions
    .flatMap(({ videoId, videoBytes, dueAt, status }) =>
      videoId && status === 'approved' ? [{ videoId, bytes: videoBytes ?? 0, dueAt: dueAt ?? 0 }] : [],
    )
    .sort((a, b) => a.dueAt - b.dueAt)
}

/** The latest answers somebody else gave this person: what a fan opens again, in the gym. */
export function wantedAnswers(answers: readonly AnswerDocument[], account: string): Wanted[] {
  return answers
    .filter(({ athleteId }) => athleteId !== account)
    .toSorted((a, b) => (b.deliveredAt ?? 0) - (a.deliveredAt ?? 0))
    .slice(0, MOST_ANSWERS)
    .map(({ videoId, videoBytes }) => ({ videoId, bytes: videoBytes, dueAt: Number.MAX_SAFE_INTEGER }))
}

/** Those of the wanted that fit, in their order; the first that does not ends it, so that nothing urgent is passed over. */
export function fitting(wanted: readonly Wanted[], budgetBytes: number): Wanted[] {
  let left = budgetBytes
  const end = wanted.findIndex(({ bytes }) => {
    left -= bytes
    return left < 0
  })
  return wanted.slice(0, end === -1 ? wanted.length : end)
}

/** Fetches the videos of these questions now, because their athlete asked, on whatever network; says why some did not come. */
export function takeAlong(device: Device, questions: readonly QuestionDocument[]): Promise<Taken> {
  return navigator.locks.request(`prefetch-${device.name}`, async () => {
    const here = await device.kept.toCollection().primaryKeys()
    const wanted = wantedVideos(questions)
    const room = await budget(device)
    const fit = fitting(wanted, room)
    const missing = fit.filter(({ videoId }) => !here.includes(videoId))
    const taken = await fetchAll(device, missing)
    if (taken !== 'all' || fit.length === wanted.length) return taken
    return room < BUDGET_BYTES ? 'no-room' : 'too-much'
  })
}

/** Keeps a video that somebody wants on this device, until they give it back; false where it did not come, or found no room. */
export async function keepVideo(
  device: Device,
  { videoId, token }: { videoId: string; token: string },
): Promise<boolean> {
  const taken = await fetchVideo(device, { videoId, token, dueAt: Number.MAX_SAFE_INTEGER, askedFor: 1 })
  return taken === 'all'
}

/** One tab fetches for all. */
function prefetchAlone(device: Device, wanted: readonly Wanted[]): Promise<PassEnd> {
  return navigator.locks.request(
    `prefetch-${device.name}`,
    { ifAvailable: true },
    async (lock): Promise<PassEnd> => (lock ? prefetch(device, wanted) : { left: 'later', afterMs: null }),
  )
}

async function prefetch(device: Device, wanted: readonly Wanted[]): Promise<PassEnd> {
  const fit = fitting(wanted, await budget(device))
  const keep = new Set(fit.map(({ videoId }) => videoId))
  const known = await device.kept.toCollection().primaryKeys()
  await giveUp(
    device,
    known.filter((videoId) => !keep.has(videoId)),
  )
  if (!isOnline() || !mayFetchAhead(await readSendingChoice(device))) return { left: 'nothing' }
  const missing = fit.filter(({ videoId }) => !known.includes(videoId))
  return (await fetchAll(device, missing)) === 'all' ? { left: 'nothing' } : { left: 'later', afterMs: null }
}

/** One after the other; one that does not come holds the others up no longer than itself. */
async function fetchAll(device: Device, videos: readonly Wanted[]): Promise<Taken> {
  let taken: Taken = 'all'
  for (const video of videos) {
    const came = await fetchVideo(device, video)
    if (came !== 'all') taken = came
  }
  return taken
}

/** Told apart by their keys alone: a video that was opened outlives its deletion. */
async function giveUp(device: Device, videoIds: string[]): Promise<void> {
  await device.transaction('rw', device.kept, async () => {
    const asked = new Set(await device.kept.where('askedFor').equals(1).primaryKeys())
    await device.kept.bulkDelete(videoIds.filter((videoId) => !asked.has(videoId)))
  })
}

type Fetching = Pick<Wanted, 'videoId' | 'dueAt'> & { token?: string; askedFor?: 1 }

async function fetchVideo(device: Device, { videoId, dueAt, token, askedFor }: Fetching): Promise<Taken> {
  const ticket = await call<MediaTicketAnswer>(CALLS.mediaTicket, { videoId, ...(token && { token }) })
  if (!ticket.ok) return isNetworkError(ticket) && ticket.reason !== 'server' ? 'cut-off' : 'refused'
  try {
    const response = await fetch(ticket.value.fileUrl, { cache: 'no-store' })
    if (!response.ok) return 'refused'
    const blob = await response.blob()
    const { type } = ticket.value
    const stored = await toStore(device, new Blob([blob], { type }))
    await device.kept.put({
      videoId,
      blob: stored,
      bytes: blob.size,
      type,
      dueAt,
      ...(askedFor && { askedFor }),
    })
    return 'all'
  } catch (error) {
    // it is a convenience, and tried again later
    return isCausedBy(error, 'QuotaExceededError') ? 'no-room' : 'cut-off'
  }
}

async function budget(device: Device): Promise<number> {
  const { quota = BUDGET_BYTES * 10, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return Math.min(BUDGET_BYTES, (quota - usage + (await keptBytes(device))) / 10)
}

/** How much of this device the kept videos take, without opening one: an opened one outlives its deletion. */
export async function keptBytes(device: Device): Promise<number> {
  const sizes = (await device.kept.orderBy('bytes').keys()) as number[]
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
