import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { Device } from '../../db/device.ts'
import type { Replica } from '../../db/replica.ts'
import { watchDevice } from '../../db/watch-device.ts'
import {
  answeredQuestions,
  confirmableQuestions,
  dropConfirmedTakes,
  listRefusals,
  repliedQuestions,
  settleAnswers,
  settleReplies,
  unlistedRefusals,
} from './settle-takes.ts'

/** Updates the takes on this device from pulled documents, from now on. Returns the function that stops it. */
export function followTakes(device: Device, store: Replica): () => void {
  const stops = [
    followQuestions(device, confirmableQuestions, (ids) => watchConfirming(store, device, ids)),
    followQuestions(device, repliedQuestions, (ids) =>
      store.watch('questions', { where: { id: ids } }, (rows) => keepQuietly(settleReplies(device, rows))),
    ),
    followQuestions(device, answeredQuestions, (ids) => watchAnswered(store, device, ids)),
    watchDevice(
      () => unlistedRefusals(device),
      (refused) => keepQuietly(listRefusals(device, refused)),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Deletes a video's local copy once a pull has shown that the video arrived. */
function watchConfirming(store: Replica, device: Device, ids: string[]): () => void {
  let answers: AnswerDocument[] = []
  let questions: QuestionDocument[] = []
  const drop = () => keepQuietly(dropConfirmedTakes(device, { answers, questions }))
  const stops = [
    store.watch('answers', { where: { questionId: ids, state: 'delivered' } }, (rows) => {
      answers = rows
      drop()
    }),
    store.watch('questions', { where: { id: ids } }, (rows) => {
      questions = rows
      drop()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Watches only the questions that takes on this device concern, because those are few and an athlete may have many
 * questions.
 */
function followQuestions(
  device: Device,
  read: (device: Device) => Promise<{ id: string; state: string }[]>,
  watch: (ids: string[]) => () => void,
): () => void {
  let unwatch = () => {}
  let followed = '[]'
  const stop = watchDevice(
    () => read(device),
    (found) => {
      if (JSON.stringify(found) === followed) return
      followed = JSON.stringify(found)
      unwatch()
      unwatch = watch(found.map(({ id }) => id))
    },
  )
  return () => {
    stop()
    unwatch()
  }
}

function watchAnswered(store: Replica, device: Device, ids: string[]): () => void {
  let questions: QuestionDocument[] | null = null
  let answers: AnswerDocument[] | null = null
  // Wait for both, because questions or answers alone could lead to a wrong decision.
  const settle = () => {
    if (questions && answers) keepQuietly(settleAnswers(device, { questions, answers }))
  }
  const stops = [
    store.watch('questions', { where: { id: ids } }, (rows) => {
      questions = rows
      settle()
    }),
    store.watch('answers', { where: { questionId: ids } }, (rows) => {
      answers = rows
      settle()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Ignores errors of a write, because the database may be closing. */
function keepQuietly(write: Promise<unknown>): void {
  write.catch(() => {})
}
