import { payoutBegin, payoutConfirm } from '../payment/payout.ts'
import {
  payoutCancel,
  payoutFail,
  payoutReturn,
  payoutsHold,
  payoutsResume,
} from '../payment/payout-control.ts'
import { paymentRefund, refundByHand } from '../payment/refund.ts'
import {
  addressBlock,
  athleteEdit,
  blockLift,
  cardGiving,
  listingRestore,
  sessionsEnding,
} from './athletes.ts'
import { inboxUpdate } from './inbox-update.ts'
import { messageAgain } from './message-again.ts'
import { codeCreate, codeEnd, codeRestore } from './office.ts'
import { digestSwitch, questionNote, questionRelease, questionTake } from './screening.ts'
import { teamInvite, teamRemove, teamSetRole, teamWithdraw } from './team.ts'
import { troubleDrop, troubleRetry } from './troubles.ts'

/** Desk intents are never queued: the admin waits for the outcome, and the device sends each once. */
const DESK = { version: 1, online: true } as const
const ATHLETES = { ...DESK, capability: 'manage-athletes' } as const
const TEAM = { ...DESK, capability: 'manage-team' } as const
const PAYOUTS = { ...DESK, capability: 'pay-out' } as const

/** The desk's intents besides decisions on questions and pictures; see `INTENTS`. */
export const DESK_INTENTS = {
  'question.note': { ...DESK, capability: 'write-note', subject: 'noteId', args: questionNote },
  'question.take': { ...DESK, capability: 'screen-question', subject: 'questionId', args: questionTake },
  'question.release': {
    ...DESK,
    capability: 'screen-question',
    subject: 'questionId',
    args: questionRelease,
  },
  'digest.switch': { ...DESK, capability: 'screen-question', subject: 'personId', args: digestSwitch },
  'inbox.update': { ...DESK, capability: 'answer-inbox', subject: 'itemId', args: inboxUpdate },
  'code.create': { ...DESK, capability: 'manage-codes', subject: 'codeId', args: codeCreate },
  'code.end': { ...DESK, capability: 'manage-codes', subject: 'codeId', args: codeEnd },
  'code.restore': { ...DESK, capability: 'manage-codes', subject: 'codeId', args: codeRestore },
  'athlete.edit': { ...ATHLETES, subject: 'personId', args: athleteEdit },
  'athlete.card': { ...ATHLETES, subject: 'cardId', args: cardGiving },
  'athlete.restore': { ...ATHLETES, subject: 'personId', args: listingRestore },
  'block.add': { ...DESK, capability: 'block-address', version: 2, subject: 'blockId', args: addressBlock },
  'block.lift': { ...DESK, capability: 'block-address', subject: 'blockId', args: blockLift },
  'sessions.end': { ...DESK, capability: 'sign-others-out', subject: 'endingId', args: sessionsEnding },
  'payment.refund': {
    ...DESK,
    version: 2,
    capability: 'refund-payment',
    subject: 'refundId',
    args: paymentRefund,
  },
  'refund.by-hand': { ...DESK, capability: 'refund-payment', subject: 'refundId', args: refundByHand },
  'payout.begin': { ...PAYOUTS, version: 3, subject: 'payoutId', args: payoutBegin },
  'payout.confirm': { ...PAYOUTS, version: 2, subject: 'payoutId', args: payoutConfirm },
  'payout.cancel': { ...PAYOUTS, subject: 'payoutId', args: payoutCancel },
  'payout.fail': { ...PAYOUTS, version: 2, subject: 'payoutId', args: payoutFail },
  'payout.return': { ...PAYOUTS, subject: 'payoutId', args: payoutReturn },
  'payouts.hold': { ...PAYOUTS, subject: 'holdId', args: payoutsHold },
  'team.invite': { ...TEAM, subject: 'inviteId', args: teamInvite },
  'team.withdraw': { ...TEAM, subject: 'inviteId', args: teamWithdraw },
  'team.set-role': { ...TEAM, subject: 'personId', args: teamSetRole },
  'team.remove': { ...TEAM, subject: 'personId', args: teamRemove },
  'trouble.retry': { ...DESK, capability: 'see-system', subject: 'troubleId', args: troubleRetry },
  'trouble.drop': { ...DESK, capability: 'see-system', subject: 'troubleId', args: troubleDrop },
  'message.send-again': { ...DESK, capability: 'see-messages', subject: 'messageId', args: messageAgain },
  'payouts.resume': { ...PAYOUTS, subject: 'holdId', args: payoutsResume },
} as const
