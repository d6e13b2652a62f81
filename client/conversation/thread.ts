import type {
  AnswerDocument,
  ConversationDocument,
  Partner,
  QuestionDocument,
} from '../../sync/collections.ts'
import { MAX_ORDER } from '../../sync/moment.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { fromCountry, hasLeft, isAthlete, partnerName, placeOf } from '../answer/asker-words.ts'
import { formatDay } from '../text/format.ts'
import type { Zone } from '../text/format-date.ts'
import { groupBy } from '../text/group-by.ts'

/** A message of a thread: a question or an answer. */
export type Message =
  | { kind: 'question'; id: string; at: number; question: QuestionDocument }
  | { kind: 'answer'; id: string; at: number; answer: AnswerDocument; question: QuestionDocument | null }

export type ThreadDay = { day: string; messages: Message[] }

type Said = {
  questions: readonly QuestionDocument[]
  answers: readonly AnswerDocument[]
  /** Questions that are needed for their answers only, and are not shown as messages. */
  older?: readonly QuestionDocument[]
}

const SUBJECT_CHARACTERS = 25

/** Returns the subject of a reply, cut to 25 characters and an ellipsis if it is longer (D77). */
export function cutSubject(subject: string, characters = SUBJECT_CHARACTERS): string {
  const letters = Array.from(subject)
  return letters.length > characters ? `${letters.slice(0, characters).join('')}…` : subject
}

/** Returns the messages of a thread by the day they were sent, the oldest first (S2-2.64). */
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

/** Returns the time at which an answer is placed in its thread. */
export const saidAt = ({ deliveredAt, submittedAt }: AnswerDocument): number => deliveredAt ?? submittedAt

function messagesOf({ questions, answers, older = [] }: Said): Message[] {
  const asked = new Map([...older, ...questions].map((question) => [question.id, question]))
  const messages: Message[] = [
    ...questions.map(
      (question): Message => ({ kind: 'question', id: question.id, at: question.submittedAt, question }),
    ),
    // Leave out withdrawn answers, because their videos could not be read.
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

/** One row of the list of conversations. */
export type ConversationRow = {
  id: string
  partner: Partner
  changedAt: number
  /** The number of approved questions that wait for an answer, as far as this device knows. */
  approved: number
  /** Whether a follow-up about an answer waits for a reply. */
  isAskedOnceMore: boolean
  latest: QuestionDocument | null
}

/** What this device knows beyond the documents. */
export type WaitsHere = {
  /** Whether an approved question still waits; false if its answer is queued or it was declined on this device. */
  isOpen: (question: QuestionDocument) => boolean
  /** The ids of the questions with a follow-up that waits. */
  askedOnceMore: ReadonlySet<string>
}

/** Returns the list of conversations, the one that changed last first, with the work that waits in each (S2-2.60). */
export function conversationRows(
  conversations: readonly ConversationDocument[],
  questions: readonly QuestionDocument[],
  { isOpen, askedOnceMore }: WaitsHere,
): ConversationRow[] {
  const byConversation = groupBy(questions, ({ conversationId }) => conversationId)
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

/** Returns a sentence that says who the other person is (D105). */
export function partnerBanner(partner: Partner): string {
  if (hasLeft(partner)) return `${isAthlete(partner) ? 'This athlete' : 'This fan'} has left ${PRODUCT.name}`
  const name = partnerName(partner)
  const place = partner.city ? placeOf(partner) : fromCountry(partner.countryCode)
  if (partner.role === 'creator' && isAthlete(partner)) {
    const sport = partner.sport ?? 'sports'
    return `${name} is ${/^[aeiou]/i.test(sport) ? 'an' : 'a'} ${sport} athlete from ${place}`
  }
  if (partner.age === null) return `${name} is from ${place}`
  if (partner.age === 'under 18') return `${name} is under 18 and from ${fromCountry(partner.countryCode)}`
  return `${name} is ${partner.age} years old and from ${place}`
}

/** Returns a country's flag as two regional indicator letters; empty for an unknown country. */
export function flagOf(countryCode: string): string {
  if (!/^[A-Z]{2}$/.test(countryCode)) return ''
  return String.fromCodePoint(...Array.from(countryCode, (letter) => 0x1f1a5 + letter.charCodeAt(0)))
}
