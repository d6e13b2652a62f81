import type { Clarification } from './answer/clarification.ts'
import type { AnswerState } from './answer/submit.ts'
import type { PublicAthlete } from './athlete/athlete.ts'
import { LIMITS } from './limits.ts'
import type { Transcript } from './media/captions.ts'
import type { MediaState } from './media/video.ts'
import type { HoldState } from './payment/amount.ts'
import { type Discount, discountCode } from './payment/discount.ts'
import { openTipCall } from './payment/tip.ts'
import { preparedAsk } from './question/ask.ts'
import type { QuestionStatus, Reason } from './question/status.ts'
import type { DeskRole, Role } from './roles.ts'
import { email, type Infer, id, z } from './shape.ts'

/** GET session: who the server thinks is calling, and what the app needs to know of this server. */
export type SessionAnswer = {
  person: {
    id: string
    role: Role
    /** What a member of the team is there for; null for everybody else. */
    deskRole: DeskRole | null
    firstName: string
    lastName: string
    username: string | null
    email: string
    /** What the next question needs not be told again; null where the account does not know it. */
    birthDate: string | null
    countryCode: string | null
    city: string | null
    /** When they came back and their account was not deleted after all (milliseconds, UTC), for a day; else null. */
    keptAt: number | null
  } | null
  guest: boolean
  /** Null while there is no cookie to protect. */
  csrf: string | null
  /** Where payments go: the local stand-in, or Stripe with its publishable key. */
  payments: { mode: 'stand-in' } | { mode: 'stripe'; publishableKey: string }
  vapidPublicKey: string
  supportEmail: string
  /** Whether the server converts what no browser plays: a device then takes more files. */
  canConvert: boolean
  now: number
  epoch: string
  protocol: number
}

/** GET athletes: a page of the directory in its order. */
export type AthletesAnswer = {
  athletes: PublicAthlete[]
  after: string | null
  /** Nobody matches as it was typed: these come near, the nearest first. */
  isNear: boolean
}

/** prepare-ask: the whole question beside its PaymentIntent (D97). Guests solve a captcha once per question. */
export const prepareAskCall = z.strictObject({
  ask: preparedAsk,
  captcha: z.nullable(z.string().check(z.maxLength(4_096))),
})
export type PrepareAskCall = Infer<typeof prepareAskCall>
export type PrepareAskAnswer = {
  questionId: string
  amountCents: number
  firstTime: boolean
  hold: HoldState
  /** For the card form; null when nothing is to be paid. */
  clientSecret: string | null
  /** What `cancel-payment-intent` takes; null when nothing is to be paid. */
  paymentIntentId: string | null
}

/** check-discount: what a code takes off a price; `prepare-ask` decides again whether it may be used (S2-5.36, D27). */
export const checkDiscountCall = z.strictObject({ code: discountCode, questionId: id })
export type CheckDiscountAnswer = { discount: Discount }

/** ask-status: how far a prepared ask of the caller's own is. */
export const askStatusCall = z.strictObject({ questionId: id })
export type AskStatusAnswer = {
  state: 'open' | 'asked' | 'released'
  reason: string | null
  video: MediaState | null
  videoRefusal: string | null
  hold: HoldState
  /** The private page, once asked. */
  viewPath: string | null
  /** Where its mails go, as long as that can still be corrected. */
  correctableEmail: string | null
}

/** correct-email: a mistyped address put right by who asked, until the question is approved; the link goes out again. */
export const correctEmailCall = z.strictObject({ questionId: id, email: email(LIMITS.emailCharacters) })
export type CorrectEmailAnswer = { viewPath: string }

/** A question as its fan is told of it, by the private link or in the browser that asked. */
export type FanQuestion = {
  questionId: string
  /** `isListed`: there is a page of theirs, to ask again. */
  athlete: Pick<PublicAthlete, 'firstName' | 'lastName' | 'username' | 'sport' | 'pictureUrl'> & {
    isListed: boolean
  }
  subject: string
  kind: 'text' | 'video'
  text: string
  videoId: string | null
  status: QuestionStatus
  reason: Reason | null
  submittedAt: number
  screeningEndsAt: number
  approvedAt: number | null
  dueAt: number | null
  graceEndsAt: number | null
  settledAt: number | null
  amountCents: number
  /** What a discount code took off the price; null where none lowered it (D27). */
  takenOffCents: number | null
  hold: HoldState
  adminNote: string | null
  athleteNote: string | null
  /** `waiting`: recorded, on its way. The video only once delivered. */
  answer: {
    state: AnswerState
    videoId: string | null
    durationMs: number
    deliveredAt: number | null
    /** Given for nothing after the question had ended without one (D5). */
    isGift: boolean
    /** How far a version of it for every device is, while it waits for that. */
    convertedPercent: number | null
    /** What is said in it. */
    transcript: Transcript | null
  } | null
  /** The stars it was given; null while nobody rated it. */
  stars: number | null
  /** What was asked once more about the answer. */
  clarification: Clarification | null
  /** What was paid for the answer afterwards. */
  tips: { amountCents: number; paidAt: number; refundedCents: number; disputedCents: number }[]
  /** What of the payment for the answer went back to the card, or is on its way there. */
  refundedCents: number
  /** What of it the fan's bank has in dispute and has not decided yet. */
  disputedCents: number
  /** Whether a credit note says what went back, of the payment or of a tip. */
  hasCreditNote: boolean
  /** The answer is here and could not be paid for: until when it may be paid again. */
  payAgainUntil: number | null
}

/** view: the page behind the private link. */
export const viewCall = z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) })
/** `shared`: by a link the fan has given away; it shows the answer and what was asked, and nothing else of the question. */
export type ViewAnswer = { question: FanQuestion; shared: boolean; now: number }

/** pay-again: pays for the answer that waits behind a private link; asked once more, whether it is paid. */
export const payAgainCall = z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) })
export type PayAgainAnswer = { isPaid: boolean; clientSecret: string | null }

/** GET my-questions: the newest of what this browser's guest, or this account, has asked. */
export type MyQuestionsAnswer = { questions: (FanQuestion & { viewPath: string })[]; now: number }

/** media-ticket: a short-lived right to play one video. A visitor shows the private link's token. */
export const mediaTicketCall = z.strictObject({
  videoId: id,
  token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
})
export type MediaTicketAnswer = {
  playerUrl: string
  fileUrl: string
  type: string
  bytes: number
  /** How far a version of it for every device is, while somebody waits for that. */
  convertedPercent: number | null
  /** As it is shown, in pixels. */
  width: number
  height: number
  expiresAt: number
}

/** A push reached the device it was sent to (with no session: its id is the right). */
export const pushReceivedCall = z.strictObject({ pushId: id })

/** push-subscription: where this device of the signed-in person is reached; null takes it away. */
export const pushSubscriptionCall = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_024)),
  keys: z.nullable(
    z.strictObject({
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,30}={0,2}$/)),
    }),
  ),
})

// ---- the specification's own calls: documented names, nothing in them decides anything (D106, D107) ----
const text = (max: number) => z.string().check(z.maxLength(max))

export const checkExistingUserCall = z.object({
  responderUuid: id,
  firstName: text(200),
  lastName: text(200),
  dob: text(20),
  city: text(200),
  country: text(60),
  email: text(320),
})
export type CheckExistingUserAnswer = {
  /** Opaque, bound to this caller; the same pair gets the same one (S1-3.12, D40). */
  conversationId: string
  requesterUuid: string
  firstTime: boolean
  floorCents: number
}

const holdIntent = z.object({
  amount: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  currency: z.literal('usd'),
  capture_method: z.literal('manual'),
  firstName: z.optional(text(200)),
  lastName: z.optional(text(200)),
  email: text(320),
  athlete_id: id,
  athlete_username: z.optional(text(40)),
})
export type HoldIntentCall = Infer<typeof holdIntent>
/** A hold for a question, captured by hand; or a tip for an answer, taken at once (S2-7.2). */
export const createPaymentIntentCall = z.discriminatedUnion('capture_method', [holdIntent, openTipCall])
export type CreatePaymentIntentAnswer = { clientSecret: string; paymentIntentId: string }

export const cancelPaymentIntentCall = z.object({ paymentIntentId: id })

export const sendRequestCall = z.object({
  conversationId: text(64),
  senderId: text(64),
  receiverId: id,
  subject: text(400),
  messageType: z.enum(['text', 'video']),
  videoPath: z.optional(z.nullable(id)),
  message: z.optional(z.nullable(text(4_000))),
  paymentIntentId: z.optional(z.nullable(id)),
  paymentAmount: z.optional(z.number().check(z.minimum(0), z.maximum(100_000))),
})

export const submitResponseCall = z.object({
  selectedSubmission: text(16_384),
  athleteName: z.optional(text(200)),
  videoPath: id,
})
/** What `selectedSubmission` says, once parsed; only the question's id counts, the rest is looked up (D107). */
export const selectedSubmission = z.object({ message_id: id })
