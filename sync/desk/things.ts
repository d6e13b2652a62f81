import type { Capability } from '../roles.ts'
import { line, z } from '../shape.ts'

/** What the desk knows by an id, and what somebody must be able to do to be told of it. */
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

/** Something with an id: what it is, how a person would call it, and the request or person it belongs to. */
export type Thing = {
  /** Ours, or the provider's name of it. */
  id: string
  kind: ThingKind
  name: string
  questionId: string | null
  personId: string | null
}

/**
 * desk/find: whatever has this id (ours or the payment provider's), this @username or this e-mail address; of an address
 * the newest of each kind, and whether there are `more`.
 */
export const findCall = z.strictObject({ q: line(254) })
export type FindAnswer = { things: Thing[]; more: boolean }
