import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { newId } from '../api/new-id.ts'

/** A new request that nobody has taken; what matters to a test it says itself. */
export function deskQuestion(said: Partial<DeskQuestionAnswer> = {}): DeskQuestionAnswer {
  return {
    id: newId(),
    revision: 1,
    amountCents: 0,
    refundedCents: 0,
    receiver: 'rosa',
    requester: 'Femi Bello',
    subject: 'Race day',
    kind: 'text',
    status: 'new',
    submittedAt: Date.now(),
    screeningEndsAt: Date.now() + 36_000_000,
    under18: false,
    flags: [],
    waiting: null,
    taken: null,
    notes: [],
    history: { isAccount: false, asked: 1, approved: 0, declined: 0, refunded: 0, disputed: 0 },
    sameText: { count: 1, others: [] },
    email: 'femi@fans.test',
    isEmailConfirmed: false,
    city: 'Lagos',
    countryCode: 'NG',
    text: 'Please say hello to my class',
    videoId: null,
    answerVideoId: null,
    answer: null,
    isVideoGone: false,
    transcript: null,
    clarification: null,
    hold: 'none',
    captureBefore: null,
    reason: null,
    approvedAt: null,
    dueAt: null,
    adminNote: null,
    athleteNote: null,
    noGoTopics: null,
    discount: null,
    approvableUntil: null,
    ...said,
  }
}

/** How many requests there are of each status, where there is one new one. */
export const ONE_NEW = { new: 1, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
