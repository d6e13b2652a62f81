import type { ConversationDocument, Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { replyStage } from './reply-stage.ts'

/** A question whose answer was asked about once more, and who waits for a reply. */
export type AskedOnceMore = { question: QuestionDocument; asker: Partner | null }

type Here = { takes: readonly TakeRow[]; entries: readonly OutboxRow[] }

/** What waits for a reply, the longest waiting first; one that is on its way, from whichever device, waits no longer. */
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
