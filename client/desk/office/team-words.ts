import type { DeskRole } from '../../../sync/roles.ts'

/** The rights of each desk role, shown while an admin chooses a role. */
export const ROLE_RIGHTS: Record<DeskRole, string> = {
  owner: 'Everything, this page included.',
  screener: 'Screens requests and pictures, and blocks addresses.',
  accountant: 'Money, payouts, refunds and the audit; no requests and no messages.',
  support: 'Sees requests and mails, answers messages, looks after athletes, refunds and blocks.',
}
