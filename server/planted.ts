import { processEnvironment } from './env.ts'

/**
 * Mistakes that the fault schedules must find, one at a time: each is a line somewhere in the product that is wrong
 * while its name is planted. What a broken promise looks like is known this way, not hoped for.
 */
export const PLANTED = [
  'capture-before-verified',
  'earned-before-capture',
  'random-key',
  'hopeful-release',
  'trusted-webhook',
  'event-order',
  'rounded-down',
  'tip-of-80',
  'refund-without-readback',
  'random-transfer-key',
  'payout-without-unique',
  'no-sweep',
  'free-twice',
  'unlocked-question',
  'no-compare-and-set',
  'device-clock',
  'mail-after-commit',
  'dead-device-kept',
  'first-device-only',
  'wordy-push',
  'forgotten-outcome',
  'newest-first',
  'unbounded-feed',
  'unbounded-stream',
  'checkpoint-by-time',
  'locks-in-memory',
  'early-sent',
  'finished-swept',
  'shared-cache',
  'whole-name',
  'curt-refusal',
] as const
export type Planted = (typeof PLANTED)[number]

/** Whether this mistake is planted: `BUG=name` under NODE_ENV=test, and never otherwise. */
export function planted(name: Planted): boolean {
  return processEnvironment.BUG === name && processEnvironment.NODE_ENV === 'test'
}
