/**
 * Named places in the money and media paths where a test may stop the process, throw or wait. Inert unless armed.
 * A name is declared here so that a test can list the ones never reached.
 */
export const FAULT_POINTS = [
  'hold.after-intended',
  'hold.after-stripe',
  'hold.after-done',
  'capture.after-intended',
  'capture.after-stripe',
  'capture.after-done',
  'release.after-intended',
  'release.after-stripe',
  'release.after-done',
  'tip.after-intended',
  'tip.after-stripe',
  'tip.after-done',
  'refund.after-intended',
  'refund.after-stripe',
  'refund.after-done',
  'account.after-intended',
  'account.after-stripe',
  'account.after-done',
  'transfer.after-intended',
  'transfer.after-stripe',
  'transfer.after-done',
  'reversal.after-intended',
  'reversal.after-stripe',
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
