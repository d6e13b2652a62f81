import type {
  AnswerDocument,
  ConversationDocument,
  Partner,
  QuestionDocument,
} from '../../sync/collections.ts'
import { MAX_ORDER } from '../../sync/moment.ts'
import { fromCountry, partnerName, placeOf } from '../answer/asker-words.ts'
import { formatDay } from '../text/format.ts'
import type { Zone } from '../text/format-date.ts'

/** A message of a thread: a question, or the answer to one. */
export type Message =
  | { kind: 'question'; id: string; at: number; question: QuestionDocument }
  | { kind: 'answer'; id: string; at: number; answer: AnswerDocument; question: QuestionDocument | null }

export type ThreadDay = { day: string; messages: Message[] }

type Said = {
  questions: readonly QuestionDocument[]
  answers: readonly AnswerDocument[]
  /** Known for their answers' sake, and no messages. */
  older?: readonly QuestionDocument[]
}

const SUBJECT_CHARACTERS = 25

/** A reply's subject: cut to 25 characters and an ellipsis when it is longer (D77). */
export function cutSubject(subject: string, characters = SUBJECT_CHARACTERS): string {
  const letters = Array.from(subject)
  return letters.length > characters ? `${letters.slice(0, characters).join('')}…` : subject
}

/** The messages of a thread under the days they were sent on, the oldest first (S2-2.64). */
export function threadDays(said: Said, now: number, where?: Zone): ThreadDay[] {
  const days: ThreadDay[] = []
  for (const message of messagesOf(said)) {
    const day = formatDay(message.at, now, where)
    const last = days.at(-1)
    if (last?.day === day) last.messages.push(message)
    else days.push({ day, messages: [message] })
  }
  return days
}

/** When an answer stands in its thread. */
export const saidAt = ({ deliveredAt, submittedAt }: AnswerDocument): number => deliveredAt ?? submittedAt

function messagesOf({ questions, answers, older = [] }: Said): Message[] {
  const asked = new Map([...older, ...questions].map((question) => [question.id, question]))
  const messages: Message[] = [
    ...questions.map(
      (question): Message => ({ kind: 'question', id: question.id, at: question.submittedAt, question }),
    ),
    // a video that could not be read was never an answer
    ...answers
      .filter(({ state }) => state !== 'withdrawn')
      .map((answer): Message => {
        const question = asked.get(answer.questionId) ?? null
        return {
          kind: 'answer',
          id: answer.id,
          at: saidAt(answer),
          answer,
          question,
        }
      }),
  ]
  const isQuestion = ({ kind }: Message) => Number(kind === 'question')
  return messages.toSorted((a, b) => a.at - b.at || isQuestion(b) - isQuestion(a))
}

/** One line of the list of conversations. */
export type ConversationRow = {
  id: string
  partner: Partner
  changedAt: number
  /** Approved questions nobody has answered yet, as far as this device knows. */
  approved: number
  /** Something was asked once more about an answer, and waits for a reply. */
  isAskedOnceMore: boolean
  latest: QuestionDocument | null
}

/** What this device knows beyond the documents. */
export type WaitsHere = {
  /** Whether an approved question still waits: what is queued or declined here does not. */
  isOpen: (question: QuestionDocument) => boolean
  /** The questions about whose answers something was asked once more. */
  askedOnceMore: ReadonlySet<string>
}

/** The list of conversations, the latest change first, with what waits in each (S2-2.60). */
export function conversationRows(
  conversations: readonly ConversationDocument[],
  questions: readonly QuestionDocument[],
  { isOpen, askedOnceMore }: WaitsHere,
): ConversationRow[] {
  const byConversation = Map.groupBy(questions, ({ conversationId }) => conversationId)
  return conversations
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, partner, order }) => {
      const own = byConversation.get(id) ?? []
      return {
        id,
        partner,
        changedAt: MAX_ORDER - order,
        approved: own.filter(
          (question) => question.status === 'approved' && question.graceEndsAt === null && isOpen(question),
        ).length,
        isAskedOnceMore: own.some((question) => askedOnceMore.has(question.id)),
        latest: own.toSorted((a, b) => b.submittedAt - a.submittedAt)[0] ?? null,
      }
    })
}

/** Who the other side is, in a sentence about them (D105). */
export function partnerBanner(partner: Partner): string {
  const name = partnerName(partner)
  const place = partner.city ? placeOf(partner) : fromCountry(partner.countryCode)
  if (partner.role === 'creator') {
    const sport = partner.sport ?? 'sports'
    return `${name} is ${/^[aeiou]/i.test(sport) ? 'an' : 'a'} ${sport} athlete from ${place}`
  }
  if (partner.age === null) return `${name} is from ${place}`
  if (partner.age === 'under 18') return `${name} is under 18 and from ${fromCountry(partner.countryCode)}`
  return `${name} is ${partner.age} years old and from ${place}`
}

/** The country's flag as two regional letters; nothing where the country is not known. */
export function flagOf(countryCode: string): string {
  if (!/^[A-Z]{2}$/.test(countryCode)) return ''
  return String.fromCodePoint(...Array.from(countryCode, (letter) => 0x1f1a5 + letter.charCodeAt(0)))
}
