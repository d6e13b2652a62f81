/** The operations at the payment provider in which a process may stop, and the moments of each. */
const ORDERS = [
  'hold',
  'capture',
  'release',
  'tip',
  'tip-release',
  'refund',
  'account',
  'transfer',
  'reversal',
] as const
const MOMENTS = ['before-intended', 'after-intended', 'after-stripe', 'before-done', 'after-done'] as const

/**
 * Named places in the code for money and media where a test may stop the process, throw or wait. They do nothing
 * unless armed. Names are declared here so that a test can list those never reached.
 */
export const FAULT_POINTS = [
  ...ORDERS.flatMap((order) => MOMENTS.map((moment) => `${order}.${moment}` as const)),
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
  'media.after-converted',
  'media.after-rendition',
  'mail.after-send',
  'push.after-send',
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

/** Called at a fault point; does nothing in production. */
export type Fault = (point: FaultPoint) => Promise<void>

/** The fault hook of a server that is not under test. */
export const noFaults: Fault = async () => {}
