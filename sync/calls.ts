import type { Clarification } from './answer/clarification.ts'
import type { AnswerState } from './answer/submit.ts'
import type { PublicAthlete } from './athlete/athlete.ts'
import type { Transcript } from './media/captions.ts'
import type { MediaState } from './media/video.ts'
import type { HoldState } from './payment/amount.ts'
import { type Discount, discountCode } from './payment/discount.ts'
import { preparedAsk } from './question/ask.ts'
import type { QuestionStatus, Reason } from './question/status.ts'
import type { DeskRole, Role } from './roles.ts'
import { type Infer, id, z } from './shape.ts'

/** The answer to GET `session`: who is signed in, and what the app needs to know about this server. */
export type SessionAnswer = {
  person: {
    id: string
    role: Role
    /** The role of a member of the team at the desk; null for everybody else. */
    deskRole: DeskRole | null
    firstName: string
    lastName: string
    username: string | null
    email: string
    /** Details that the next question need not ask for again; null where the account does not know them. */
    birthDate: string | null
    countryCode: string | null
    city: string | null
    /** When this member last called off their leaving (milliseconds, UTC), shown for a day; else null. */
    keptAt: number | null
  } | null
  guest: boolean
  /** Null while there is no cookie to protect. */
  csrf: string | null
  /** The payment provider: the local stand-in, or Stripe with its publishable key. */
  payments: { mode: 'stand-in' } | { mode: 'stripe'; publishableKey: string }
  vapidPublicKey: string
  supportEmail: string
  /** Whether the server converts videos that no browser plays; if so, the device accepts more kinds of files. */
  canConvert: boolean
  now: number
  epoch: string
  protocol: number
}

/** The answer to GET `athletes`: a page of the directory in its order. */
export type AthletesAnswer = {
  athletes: PublicAthlete[]
  after: string | null
  /** Whether nobody matches the search as typed and these athletes nearly match it, the nearest first. */
  isNear: boolean
}

/** The `prepare-ask` call: the whole question with its PaymentIntent (D97). Guests solve a captcha per question. */
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
  /** For the card form, and for `cancel-payment-intent`; both are null when there is nothing to pay. */
  clientSecret: string | null
  paymentIntentId: string | null
}

/** The `check-discount` call: what a code takes off a price; `prepare-ask` decides again (S2-5.36, D27). */
export const checkDiscountCall = z.strictObject({ code: discountCode, questionId: id })
export type CheckDiscountAnswer = { discount: Discount }

/** The `ask-status` call: returns how far one of the caller's prepared asks has got. */
export const askStatusCall = z.strictObject({ questionId: id })
export type AskStatusAnswer = {
  state: 'open' | 'asked' | 'released'
  reason: string | null
  video: MediaState | null
  videoRefusal: string | null
  hold: HoldState
  /** Whether it is submitted and free, so that we ask it by ourselves; absent where a former build answers. */
  isWanted?: boolean
  /** The path of the private page, once the question is asked. */
  viewPath: string | null
  /** The address that mails about this question go to, as long as it can still be corrected. */
  correctableEmail: string | null
}

/** A question as its fan sees it, through the private link or in the browser that asked. */
export type FanQuestion = {
  questionId: string
  /**
   * `isListed`: the athlete has a public page, where the fan can ask again. `isClosed`: our team has closed the
   * athlete's account, so that nobody can reply; pages that a former build has stored do not know.
   */
  athlete: Pick<PublicAthlete, 'firstName' | 'lastName' | 'username' | 'sport' | 'pictureUrl'> & {
    isListed: boolean
    isClosed?: boolean
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
  /** How much a discount code took off the price; null where none lowered it (D27). */
  takenOffCents: number | null
  hold: HoldState
  /** When the card was charged, which is before the answer is delivered; null unless it was. A former build sends none. */
  chargedAt?: number | null
  adminNote: string | null
  athleteNote: string | null
  /** `waiting`: recorded, and on its way. The video is included only once delivered. */
  answer: {
    state: AnswerState
    videoId: string | null
    /** Whether the server no longer keeps the video; this device may still have a copy that the fan saved. */
    isGone: boolean
    durationMs: number
    deliveredAt: number | null
    /** Whether the answer was given for free after the question had ended without one (D5). */
    isGift: boolean
    /** How far the conversion to a version for every device has got, while it is under way. */
    convertedPercent: number | null
    /** The words of the answer. */
    transcript: Transcript | null
  } | null
  /** The stars the fan gave; null while the answer is not rated. */
  stars: number | null
  /** The clarification about the answer. */
  clarification: Clarification | null
  /** The tips the fan paid for the answer afterwards. */
  tips: (Record<'amountCents' | 'paidAt' | 'refundedCents' | 'onItsWayCents' | 'disputedCents', number> & {
    inquiryCents?: number
    byHandCents?: number
  })[]
  /** How much of the payment for the answer has gone back, to the card or by hand. */
  refundedCents: number
  /** How much of the payment is on its way back to the card. */
  onItsWayCents: number
  /** How much of the payment the fan's bank has in dispute, undecided, what it only asks about included. */
  disputedCents: number
  /** How much of that the bank only asks about: it took no money, so we can refund it. A former build sends none. */
  inquiryCents?: number
  /** How much of what went back was paid by bank transfer, and not to the card. A former build sends none. */
  byHandCents?: number
  /** Whether a credit note exists for a refund of the payment or of a tip. */
  hasCreditNote: boolean
  /** Whether mails about the question have an address to go to; false once its owner said that they did not ask. */
  hasAddress: boolean
  /** Until when the fan may pay again for an answer that has arrived but could not be charged. */
  payAgainUntil: number | null
}

const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** The `view` call: returns the page behind the private link. */
export const viewCall = z.strictObject({ token: linkToken })
/** `shared`: opened through a link that the fan gave away; it shows only the answer and what was asked. */
export type ViewAnswer = { question: FanQuestion; shared: boolean; now: number }

/** The `pay-again` call: pays for the answer that waits behind a private link; repeated, it tells the result. */
export const payAgainCall = z.strictObject({ token: linkToken })
export type PayAgainAnswer = { isPaid: boolean; clientSecret: string | null }

/** The answer to GET `my-questions`: the newest questions of this browser's guest or of this account. */
export type MyQuestionsAnswer = { questions: (FanQuestion & { viewPath: string })[]; now: number }

/** The `media-ticket` call: a short-lived right to play one video. A visitor sends the private link's token. */
export const mediaTicketCall = z.strictObject({ videoId: id, token: z.optional(linkToken) })
export type MediaTicketAnswer = {
  playerUrl: string
  fileUrl: string
  type: string
  bytes: number
  /** How far the conversion to a version for every device has got, while a viewer waits for it. */
  convertedPercent: number | null
  /** The displayed size in pixels. */
  width: number
  height: number
  expiresAt: number
}

/** The `push-received` call: a push message reached its device. Knowing its id is enough; it needs no session. */
export const pushReceivedCall = z.strictObject({ pushId: id })

/** The `push-subscription` call: where this device of the member receives push messages; null removes it. */
export const pushSubscriptionCall = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_024)),
  keys: z.nullable(
    z.strictObject({
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,30}={0,2}$/)),
    }),
  ),
})
