import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Taken } from '../../store/fetch-video.ts'
import { formatBytes } from '../../text/format.ts'

type Along = Pick<QuestionDocument, 'id' | 'subject' | 'videoId' | 'videoBytes' | 'dueAt'>

type Facts = {
  questions: readonly Along[]
  /** The videos that are on this device. */
  videoIds: readonly string[]
  /** When there will be a network again; null when the athlete has not said. */
  landsAt: number | null
  /** Whether the athlete has asked for all of them and they are being fetched. */
  isFetching: boolean
}

export type TakenAlong = {
  ready: number
  missing: number
  /** What the athlete reads: "3 questions, 24 MB, ready offline." */
  line: string
  /** The questions due before the network is back, the earliest first; they have to be answered before it goes. */
  dueBefore: readonly Along[]
  warning: string | null
}

/** Returns what of an athlete's open questions is ready for a journey offline, and what runs out on the way. */
export function takenAlong({ questions, videoIds, landsAt, isFetching }: Facts): TakenAlong {
  const isReady = ({ videoId }: Along) => videoId === null || videoIds.includes(videoId)
  const ready = questions.filter(isReady)
  const missing = questions.length - ready.length
  const bytes = ready.reduce((sum, { videoId, videoBytes }) => sum + (videoId ? (videoBytes ?? 0) : 0), 0)
  const dueBefore = questions
    .filter(({ dueAt }) => landsAt !== null && dueAt !== null && dueAt < landsAt)
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
  return {
    ready: ready.length,
    missing,
    line: lineOf({ ready: ready.length, missing, bytes, isFetching }),
    dueBefore,
    warning: dueBefore.length > 0 ? warningOf(dueBefore.length) : null,
  }
}

function lineOf({
  ready,
  missing,
  bytes,
  isFetching,
}: Record<'ready' | 'missing' | 'bytes', number> & { isFetching: boolean }) {
  const size = bytes > 0 ? `, ${formatBytes(bytes)}` : ''
  if (missing === 0) return `${countOf(ready)}${size}, ready offline.`
  const rest = isFetching ? `fetching ${missing} more` : `${missing} not on this device yet`
  return `${countOf(ready)}${size}, ready offline; ${rest}.`
}

function warningOf(count: number): string {
  const which = count === 1 ? '1 question runs out' : `${count} questions run out`
  return `${which} before you land. Record ${count === 1 ? 'it' : 'them'} while there is a network: it counts as in time as soon as you send ${count === 1 ? 'it' : 'them'}.`
}

/** Returns why not everything could be fetched; null when everything was. */
export function takenWords(taken: Taken): string | null {
  return WORDS[taken]
}

const WORDS: Record<Taken, string | null> = {
  all: null,
  'cut-off': 'The network broke off. What came is here; take the rest when it is back.',
  'no-room':
    'This device has too little room left for the rest. What is due first came first; make some room, and take the others then.',
  'too-much': 'More than 1 GB is not kept at a time. What is due first came first.',
  refused: 'The server did not hand out every video. Try again in a moment.',
}

function countOf(count: number): string {
  return count === 1 ? '1 question' : `${count} questions`
}
