import type { Capability } from '../roles.ts'
import { line, z } from '../shape.ts'

/** The kinds of things that the desk finds by an id, and the capability needed to see each. */
export const THING_KINDS = {
  question: 'see-requests',
  answer: 'see-requests',
  payment: 'see-payments',
  refund: 'see-payments',
  dispute: 'see-payments',
  payout: 'see-money',
  athlete: 'use-desk',
  member: 'use-desk',
  fan: 'see-requests',
  code: 'manage-codes',
  block: 'block-address',
  feedback: 'answer-inbox',
  contact: 'answer-inbox',
  application: 'answer-inbox',
  rating: 'answer-inbox',
  picture: 'change-pictures',
  invite: 'manage-team',
  mail: 'see-messages',
  push: 'see-messages',
} as const satisfies Record<string, Capability>
export type ThingKind = keyof typeof THING_KINDS

/** A thing with an id: its kind, a readable name, and the request or person it belongs to. */
export type Thing = {
  /** Our id, or the provider's. */
  id: string
  kind: ThingKind
  name: string
  questionId: string | null
  personId: string | null
}

/**
 * The `desk/find` call: finds everything with this id (ours or the payment provider's), this @username or this
 * email address. For an address it returns the newest of each kind, and whether there are `more`.
 */
export const findCall = z.strictObject({ q: line(254) })
export type FindAnswer = { things: Thing[]; more: boolean }
