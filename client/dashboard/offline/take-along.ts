import type { QuestionDocument } from '../../../sync/collections.ts'
import { formatBytes } from '../../text/format.ts'

type Along = Pick<QuestionDocument, 'id' | 'videoId' | 'videoBytes' | 'dueAt'>

type Facts = {
  questions: readonly Along[]
  /** Videos that are on this device. */
  videoIds: readonly string[]
  /** When there will be a network again; null where that was not told. */
  landsAt: number | null
  /** Somebody asked for all of them, and they are being fetched. */
  isFetching: boolean
}

export type TakenAlong = {
  ready: number
  missing: number
  /** "3 questions, 24 MB, ready offline." */
  line: string
  /** Due before there is a network again: those are answered before it goes, or announced. */
  dueBefore: number
  warning: string | null
}

/** What of an athlete's open questions comes along on a journey without a network, and what runs out on the way. */
export function takenAlong({ questions, videoIds, landsAt, isFetching }: Facts): TakenAlong {
  const isReady = ({ videoId }: Along) => videoId === null || videoIds.includes(videoId)
  const ready = questions.filter(isReady)
  const missing = questions.length - ready.length
  const bytes = ready.reduce((sum, { videoId, videoBytes }) => sum + (videoId ? (videoBytes ?? 0) : 0), 0)
  const dueBefore =
    landsAt === null ? 0 : questions.filter(({ dueAt }) => dueAt !== null && dueAt < landsAt).length
  return {
    ready: ready.length,
    missing,
    line: lineOf({ ready: ready.length, missing, bytes, isFetching }),
    dueBefore,
    warning: dueBefore > 0 ? warningOf(dueBefore) : null,
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
  const which = count === 1 ? '1 runs out' : `${count} run out`
  return `${which} before you land. Record ${count === 1 ? 'it' : 'them'} while there is a network: a few hundred bytes stop the clock.`
}

function countOf(count: number): string {
  return count === 1 ? '1 question' : `${count} questions`
}
