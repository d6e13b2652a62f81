import type { AnswerDocument, QuestionDocument } from '../../sync/collections.ts'

const MOST_ANSWERS = 10

/** A video to be kept on this device. `revision` changes with its question; a delivered answer changes no more. */
export type Wanted = { videoId: string; bytes: number; dueAt: number; revision: number }

/** Returns the videos of an athlete's approved questions, nearest due date first. */
export function wantedVideos(questions: readonly QuestionDocument[]): Wanted[] {
  return questions
    .flatMap(({ videoId, videoBytes, dueAt, status, revision }) =>
      videoId && status === 'approved'
        ? [{ videoId, bytes: videoBytes ?? 0, dueAt: dueAt ?? 0, revision }]
        : [],
    )
    .sort((a, b) => a.dueAt - b.dueAt)
}

/** Returns the videos of the latest answers that this person received and may want to watch offline. */
export function wantedAnswers(answers: readonly AnswerDocument[], account: string): Wanted[] {
  return answers
    .filter(({ athleteId }) => athleteId !== account)
    .toSorted((a, b) => (b.deliveredAt ?? 0) - (a.deliveredAt ?? 0))
    .slice(0, MOST_ANSWERS)
    .map(({ videoId, videoBytes }) => ({
      videoId,
      bytes: videoBytes,
      dueAt: Number.MAX_SAFE_INTEGER,
      revision: 0,
    }))
}

/**
 * Returns the wanted videos that fit, in order. Stops at the first that does not fit, so that no urgent video is
 * passed over.
 */
export function fitting<Video extends Pick<Wanted, 'bytes'>>(
  wanted: readonly Video[],
  budgetBytes: number,
): Video[] {
  let left = budgetBytes
  const end = wanted.findIndex(({ bytes }) => {
    left -= bytes
    return left < 0
  })
  return wanted.slice(0, end === -1 ? wanted.length : end)
}
