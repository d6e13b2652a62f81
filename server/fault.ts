/**
 * Named places in the money and media paths where a test may stop the process, throw or wait. Inert unless armed.
 * A name is declared here so that a test can list the ones never reached.
 */
export const FAULT_POINTS = [
  'hold.before-intended',
  'hold.after-intended',
  'hold.after-stripe',
  'hold.before-done',
  'hold.after-done',
  'capture.before-intended',
  'capture.after-intended',
  'capture.after-stripe',
  'capture.before-done',
  'capture.after-done',
  'release.before-intended',
  'release.after-intended',
  'release.after-stripe',
  'release.before-done',
  'release.after-done',
  'tip.before-intended',
  'tip.after-intended',
  'tip.after-stripe',
  'tip.before-done',
  'tip.after-done',
  'refund.before-intended',
  'refund.after-intended',
  'refund.after-stripe',
  'refund.before-done',
  'refund.after-done',
  'account.before-intended',
  'account.after-intended',
  'account.after-stripe',
  'account.before-done',
  'account.after-done',
  'transfer.before-intended',
  'transfer.after-intended',
  'transfer.after-stripe',
  'transfer.before-done',
  'transfer.after-done',
  'reversal.before-intended',
  'reversal.after-intended',
  'reversal.after-stripe',
  'reversal.before-done',
  'reversal.after-done',
  'webhook.after-stored',
  'ask.before-commit',
  'intent.after-commit',
  'answer.after-accepted',
  'answer.before-complete',
  'answer.after-complete',
  'media.after-bytes',
  'media.after-hash',
  'media.after-received',
  'media.after-remux',
  'media.after-stored',
  'mail.after-send',
  'push.after-send',
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

/** Called at a fault point; does nothing in production. */
export type Fault = (point: FaultPoint) => Promise<void>

/** The fault hook of a server nobody is testing. */
export const noFaults: Fault = async () => {}
