import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { Device, TakeRow } from '../device.ts'
import { discardTake } from '../takes.ts'

type Confirmed = {
  answers: readonly Pick<AnswerDocument, 'videoId' | 'state'>[]
  questions: readonly Pick<QuestionDocument, 'id'>[]
}

/** The takes whose video a pull has shown to be where it was going: delivered to the fan, or part of a question. */
function confirmedTakes(takes: readonly TakeRow[], { answers, questions }: Confirmed): TakeRow[] {
  const delivered = new Set(
    answers.filter(({ state }) => state === 'delivered').map(({ videoId }) => videoId),
  )
  const asked = new Set(questions.map(({ id }) => id))
  return takes.filter(({ id, purpose, questionId, state }) =>
    purpose === 'answer'
      ? delivered.has(id)
      : purpose === 'question' && state === 'sent' && asked.has(questionId),
  )
}

/** Takes confirmed videos off this device: the only moment at which a local copy goes by itself. */
export async function dropConfirmedTakes(device: Device, confirmed: Confirmed): Promise<void> {
  const takes = await device.takes.toArray()
  for (const take of confirmedTakes(takes, confirmed)) await discardTake(device, take.id)
}

/** The same for a guest, who has no documents: the server said that the question was asked. */
export function dropAskedTakes(device: Device, questionId: string): Promise<void> {
  return dropConfirmedTakes(device, { answers: [], questions: [{ id: questionId }] })
}

/** The questions that a video here replies about, each with how far it is: when one changes, it may be time to settle. */
export async function repliedQuestions({ takes }: Device): Promise<{ id: string; state: string }[]> {
  const replies = await takes.filter(({ purpose }) => purpose === 'reply').toArray()
  return replies.map(({ questionId, state }) => ({ id: questionId, state }))
}

/**
 * The same for replies: a video that a pull shows to be the reply goes. One that came too late, because there is another
 * reply by now, stays and says so.
 */
export async function settleReplies(
  device: Device,
  questions: readonly Pick<QuestionDocument, 'id' | 'clarification'>[],
): Promise<void> {
  const asked = new Map(questions.map(({ id, clarification }) => [id, clarification]))
  for (const { id, questionId, state } of await device.takes
    .filter(({ purpose }) => purpose === 'reply')
    .toArray()) {
    const clarification = asked.get(questionId)
    if (!clarification || (clarification.repliedAt ?? clarification.reportedAt) === null) continue
    if (clarification.video?.id === id) await discardTake(device, id)
    else if (state === 'sent')
      await device.takes.update(id, { state: 'refused', refusal: { code: 'replied-already' } })
  }
}
