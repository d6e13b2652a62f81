import type { ConversationDocument, Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { replyStage } from './reply-stage.ts'

/** A question with a follow-up about its answer, and the fan who waits for a reply. */
export type AskedOnceMore = { question: QuestionDocument; asker: Partner | null }

type Here = { takes: readonly TakeRow[]; entries: readonly OutboxRow[] }

/** Returns the questions that wait for a reply, the longest wait first, without those whose reply is on its way. */
export function askedOnceMore(
  questions: readonly QuestionDocument[],
  conversations: readonly Pick<ConversationDocument, 'id' | 'partner'>[],
  { takes, entries }: Here,
): AskedOnceMore[] {
  const partners = new Map(conversations.map(({ id, partner }) => [id, partner]))
  return questions
    .filter(({ id, clarification }) => {
      if (!clarification) return false
      const own = {
        takes: takes.filter(({ questionId }) => questionId === id),
        entries: entries.filter(({ subject }) => subject === id),
      }
      const stage = replyStage(clarification, own)
      return stage.at === 'open' && !stage.elsewhere
    })
    .toSorted((a, b) => (a.clarification?.askedAt ?? 0) - (b.clarification?.askedAt ?? 0))
    .map((question) => ({ question, asker: partners.get(question.conversationId) ?? null }))
}
