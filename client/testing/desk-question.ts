import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { newId } from '../api/new-id.ts'

/** Returns a new question at the desk that no admin has taken on. A test passes only the fields that matter to it. */
export function deskQuestion(said: Partial<DeskQuestionAnswer> = {}): DeskQuestionAnswer {
  return {
    id: newId(),
    revision: 1,
    amountCents: 0,
    refundedCents: 0,
    onItsWayCents: 0,
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

/** The number of questions of each status, with one new question. */
export const ONE_NEW = { new: 1, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
