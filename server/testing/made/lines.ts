/** What those own who own, as far as it is of an account, of the desk or of a question that went another way. */
export type MadeThing =
  | 'password of fan'
  | 'password of a passer-by'
  | 'session of fan'
  | 'key shown to fan'
  | 'second factor of athlete'
  | 'passkey of fan'
  | 'passkey made by fan'
  | 'passkey of a holder'
  | 'door of fan'
  | 'door of a leaver'
  | 'leaving of a leaver'
  | 'reset link of a passer-by'
  | 'sign-in link of a passer-by'
  | 'sign-up of a passer-by'
  | 'another address of a passer-by'
  | 'link of the first admin'
  | 'change of payouts'
  | 'shown picture of athlete2'
  | 'news of payments'
  | 'mail of a question'
  | 'stuck mail'
  | 'block'
  | 'code'
  | 'code that was ended'
  | 'message to the team'
  | 'payout begun'
  | 'an invitation'
  | 'a colleague'
  | 'payouts held'
  | 'payouts not held'
  | 'owed by fan'
  | 'expired of fan'
  | 'decided of fan'
  | 'share link of fan'
  | 'share link of fan, by another link'
  | 'asked with the address of fan'

/** What only the fan's own session may do, and only the athlete's. */
const FANS = '401 401 401 200'
/** Of an intent, a guest is somebody who may not. */
const ADMIN_DOES = '401 403 403 403 403 403 403 200 403 401'

/** Whoever shows what a mail carried, or knows a password, is let in whoever they are; a session is its person's. */
export const MADE_ROUTES = [
  ['POST /api/auth/sign-in/email', 'password of fan', '200'],
  ['POST /api/account/change-password', 'password of a passer-by', '200'],
  ['POST /api/account/reset-password', 'reset link of a passer-by', '200'],
  ['POST /api/account/forget-guest', 'nothing', '200'],
  ['POST /api/account/look-link', 'nothing', '410'],
  ['POST /api/account/look-link', 'sign-in link of a passer-by', '200'],
  ['POST /api/account/use-link', 'sign-in link of a passer-by', '200'],
  ['POST /api/account/activate', 'sign-up of a passer-by', '200'],
  ['POST /api/account/change-email', 'password of fan', `${FANS} 422 422 422 422 422 401`],
  ['POST /api/account/confirm-email', 'another address of a passer-by', '200'],
  ['POST /api/account/end-sessions', 'session of fan', `${FANS} 422 422 422 422 422 401`],
  ['POST /api/account/open-mine', 'password of fan', `${FANS} 422 422 422 422 422 401`],
  ['POST /api/account/begin-second-factor', 'password of fan', `${FANS} 422 422 422 422 422 401`],
  ['POST /api/account/begin-passkey', 'password of fan', `${FANS} 422 422 422 422 422 401`],
  ['POST /api/account/confirm-second-factor', 'key shown to fan', `${FANS} 410 410 410 410 410 401`],
  [
    'POST /api/account/end-second-factor',
    'second factor of athlete',
    '401 401 401 409 409 200 409 409 409 401',
  ],
  ['POST /api/account/renew-codes', 'second factor of athlete', '401 401 401 409 409 200 409 409 409 401'],
  ['POST /api/account/show-factor', 'second factor of athlete', '401 401 401 409 409 200 409 409 409 401'],
  ['POST /api/account/passkey-sign-in', 'passkey of a holder', '200'],
  ['POST /api/account/add-passkey', 'passkey made by fan', `${FANS} 401 401 401 401 401 401`],
  ['POST /api/account/rename-passkey', 'passkey of fan', `${FANS} 404 404 404 404 404 401`],
  ['POST /api/account/remove-passkey', 'passkey of fan', `${FANS} 404 404 404 404 404 401`],
  ['POST /api/account/begin-first-admin', 'link of the first admin', '200'],
  ['POST /api/account/first-admin', 'link of the first admin', '200'],
  ['GET /userMedia/:username/:folder/:file', 'shown picture of athlete2', '200'],
  ['POST /api/unshare', 'delivered of fan', '404'],
  ['POST /api/unshare', 'share link of fan', '200'],
  ['POST /api/unshare', 'share link of fan, by another link', '404'],
  ['POST /api/claims', 'nothing', `${FANS} 200 200 200 200 200 401`],
  ['POST /api/settle-claim', 'new of guest', '401 401 401 404 404 404 404 404 404 401'],
  ['POST /api/ask-status', 'asked with the address of fan', '404'],
  ['POST /api/settle-claim', 'asked with the address of fan', `${FANS} 404 404 404 404 404 401`],
  ['POST /api/pay-again', 'delivered of fan', '409 409 409 409 409 409 409 403 409 409'],
  ['POST /api/pay-again', 'owed by fan', '200 200 200 200 200 200 200 403 200 200'],
  ['POST /api/webhooks/stripe', 'nothing', '400'],
  ['POST /api/webhooks/stripe', 'news of payments', '200'],
  ['POST /api/stop-payout-change', 'change of payouts', '200'],
  ['POST /api/account/mine', 'door of fan', '200'],
  ['GET /api/account/export', 'door of fan', '200'],
  ['POST /api/account/leave', 'door of a leaver', '200'],
  ['POST /api/account/keep', 'leaving of a leaver', '200'],
] as const

export const MADE_INTENTS = [
  ['question.undo', 'decided of fan', ADMIN_DOES],
  ['answer.give', 'expired of fan', '401 403 403 403 403 200 404 403 403 401'],
  ['inbox.update', 'message to the team', ADMIN_DOES],
  ['code.end', 'code', ADMIN_DOES],
  ['code.restore', 'code that was ended', ADMIN_DOES],
  ['trouble.retry', 'stuck mail', ADMIN_DOES],
  ['trouble.drop', 'stuck mail', ADMIN_DOES],
  ['message.send-again', 'mail of a question', ADMIN_DOES],
  ['block.lift', 'block', ADMIN_DOES],
  ['sessions.end', 'password of a passer-by', ADMIN_DOES],
  ['athlete.restore', 'an unlisted athlete', ADMIN_DOES],
  ['payout.confirm', 'payout begun', ADMIN_DOES],
  ['team.withdraw', 'an invitation', ADMIN_DOES],
  ['team.set-role', 'a colleague', ADMIN_DOES],
  ['team.remove', 'a colleague', ADMIN_DOES],
  ['payouts.hold', 'payouts not held', ADMIN_DOES],
  ['payouts.resume', 'payouts held', ADMIN_DOES],
] as const
