/** The calls that the specification names: their names are documented, and decide nothing (D106, D107). */
import { openTipCall } from '../payment/tip.ts'
import { type Infer, id, z } from '../shape.ts'

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
  /** Opaque and bound to this caller; the same pair of fan and athlete always gets the same one (S1-3.12, D40). */
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
/** A hold for a question, captured by hand; or a tip for an answer, charged at once (S2-7.2). */
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
/** The content of `selectedSubmission`. Only the question's id counts; the server looks up the rest (D107). */
export const selectedSubmission = z.object({ message_id: id })
