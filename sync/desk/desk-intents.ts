import { payoutBegin, payoutConfirm } from '../payment/payout.ts'
import { payoutCancel, payoutsHold, payoutsResume } from '../payment/payout-control.ts'
import { paymentRefund } from '../payment/refund.ts'
import {
  addressBlock,
  athleteEdit,
  blockLift,
  cardGiving,
  listingRestore,
  sessionsEnding,
} from './athletes.ts'
import { inboxUpdate } from './lists.ts'
import { codeCreate, codeEnd } from './office.ts'

/** What an admin does at the desk: always with a network, and once. */
const DESK = { version: 1, capability: 'use-desk', online: true } as const

/** What an admin may ask the server to change, besides deciding on questions and pictures; see `INTENTS`. */
export const DESK_INTENTS = {
  'inbox.update': { ...DESK, subject: 'itemId', args: inboxUpdate },
  'code.create': { ...DESK, subject: 'codeId', args: codeCreate },
  'code.end': { ...DESK, subject: 'codeId', args: codeEnd },
  'athlete.edit': { ...DESK, subject: 'personId', args: athleteEdit },
  'athlete.card': { ...DESK, subject: 'cardId', args: cardGiving },
  'athlete.restore': { ...DESK, subject: 'personId', args: listingRestore },
  'block.add': { ...DESK, version: 2, subject: 'blockId', args: addressBlock },
  'block.lift': { ...DESK, subject: 'blockId', args: blockLift },
  'sessions.end': { ...DESK, subject: 'endingId', args: sessionsEnding },
  'payment.refund': { ...DESK, subject: 'refundId', args: paymentRefund },
  'payout.begin': { ...DESK, version: 2, subject: 'payoutId', args: payoutBegin },
  'payout.confirm': { ...DESK, subject: 'payoutId', args: payoutConfirm },
  'payout.cancel': { ...DESK, subject: 'payoutId', args: payoutCancel },
  'payouts.hold': { ...DESK, subject: 'holdId', args: payoutsHold },
  'payouts.resume': { ...DESK, subject: 'holdId', args: payoutsResume },
} as const
