import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { FanQuestion } from '../../sync/calls.ts'
import type { QuestionDocument } from '../../sync/collections.ts'
import type { Role } from '../../sync/roles.ts'
import { newId } from '../api/new-id.ts'
import type { Answers } from './answers.ts'
import { VISITOR } from './server.ts'

/** Returns an athlete who takes questions. A test passes only the fields that matter to it. */
export function athlete(said: Partial<PublicAthlete> = {}): PublicAthlete {
  return {
    id: newId(),
    username: 'noraquist',
    firstName: 'Nora',
    lastName: 'Quist',
    sport: 'Track & Field',
    position: '800 m',
    bio: '',
    achievements: [],
    interests: [],
    tags: [],
    city: 'Eugene',
    countryCode: 'US',
    priceCents: 1_500,
    promo: false,
    paused: false,
    pausedUntil: null,
    pictureUrl: null,
    coverUrls: [],
    instagram: null,
    tiktok: null,
    x: null,
    tiktokEmbeds: [],
    answerMinutes: null,
    ratingTotal: 0,
    ratingCount: 0,
    ...said,
  }
}

/** What the account knows of its owner and every question asks for. */
const ASKED = { email: 'ada@infield.test', birthDate: '1996-04-12', countryCode: 'NO', city: 'Bergen' }

/** Returns the server's session for a new user, whom no other test knows. */
export function sessionOf(role: Role): Answers['session'] {
  const deskRole = role === 'admin' ? ('owner' as const) : null
  const person = { id: newId(), role, deskRole, firstName: 'Ada', lastName: 'Berg', username: 'adaberg' }
  return { ...VISITOR, csrf: 'token', person: { ...person, ...ASKED, keptAt: null } }
}

/** Returns an answered and delivered question as its fan sees it. */
export function answeredQuestion(said: Partial<FanQuestion> = {}): FanQuestion {
  return {
    questionId: newId(),
    athlete: {
      firstName: 'Maren',
      lastName: 'Holt',
      username: 'marenholt',
      sport: 'Triathlon',
      pictureUrl: null,
      isListed: true,
    },
    subject: 'Open water',
    kind: 'text',
    text: 'I swallow half the lake. How do you breathe in waves?',
    videoId: null,
    status: 'completed',
    reason: null,
    submittedAt: Date.now() - 2 * 86_400_000,
    screeningEndsAt: Date.now(),
    approvedAt: Date.now() - 86_400_000,
    dueAt: null,
    graceEndsAt: null,
    settledAt: Date.now() - 3_600_000,
    amountCents: 1_500,
    takenOffCents: null,
    hold: 'captured',
    adminNote: null,
    athleteNote: null,
    answer: {
      state: 'delivered',
      videoId: newId(),
      isGone: false,
      durationMs: 40_000,
      deliveredAt: Date.now() - 3_600_000,
      isGift: false,
      convertedPercent: null,
      transcript: null,
    },
    stars: null,
    clarification: null,
    tips: [],
    refundedCents: 0,
    onItsWayCents: 0,
    disputedCents: 0,
    hasCreditNote: false,
    hasAddress: true,
    payAgainUntil: null,
    ...said,
  }
}

/** Returns a video question that waits for its athlete, as replicated to them. */
export function approvedQuestion(athleteId: string): QuestionDocument {
  return {
    id: newId(),
    conversationId: newId(),
    fanId: newId(),
    athleteId,
    subject: 'Is this start any good?',
    kind: 'video',
    text: '',
    videoId: newId(),
    videoBytes: 1_000,
    videoType: 'video/webm',
    status: 'approved',
    reason: null,
    submittedAt: Date.now() - 2 * 86_400_000,
    approvedAt: Date.now() - 86_400_000,
    dueAt: Date.now() + 86_400_000,
    graceEndsAt: null,
    settledAt: null,
    amountCents: 1_000,
    hold: 'none',
    adminNote: null,
    athleteNote: null,
    clarification: null,
    revision: 1,
    order: 1,
  }
}
