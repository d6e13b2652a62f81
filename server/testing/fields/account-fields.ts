import { words } from './words.ts'

const newFactor = words('link key sealed')
const challenge = 'challenge rpId timeoutMs'

/** The exact fields of the answers to calls about accounts. */
export const ACCOUNT_FIELDS: Record<string, Record<string, string[]>> = {
  'POST /api/account/reset-password': { '': [] },
  'POST /api/account/forget-guest': { '': [] },
  'POST /api/account/look-link': { '': words('email') },
  'POST /api/account/use-link': { '': [] },
  'POST /api/account/change-password': { '': [] },
  'POST /api/account/change-email': { '': [] },
  'POST /api/account/confirm-email': { '': words('state') },
  'POST /api/account/activate': { '': [] },
  'POST /api/account/end-sessions': { '': [] },
  'POST /api/account/begin-second-factor': { '': newFactor },
  'POST /api/account/confirm-second-factor': { '': words('recoveryCodes') },
  'POST /api/account/end-second-factor': { '': [] },
  'POST /api/account/renew-codes': { '': words('recoveryCodes') },
  'POST /api/account/show-factor': { '': [] },
  'POST /api/account/passkey-challenge': { '': words(challenge) },
  'POST /api/account/passkey-sign-in': { '': [] },
  'POST /api/account/begin-passkey': {
    '': words(`${challenge} user known`),
    user: words('handle name'),
  },
  'POST /api/account/add-passkey': { '': words('recoveryCodes') },
  'POST /api/account/rename-passkey': { '': [] },
  'POST /api/account/remove-passkey': { '': [] },
  'POST /api/account/begin-first-admin': { '': newFactor },
  'POST /api/account/first-admin': { '': words('recoveryCodes') },
  'POST /api/account/open-mine': { '': words('token') },
  'POST /api/account/mine': {
    '': words(
      'email hasAccount mayLeave isAthlete questions answers videos videoBytes openQuestions eraseAt exportUrl',
    ),
  },
  'POST /api/account/leave': { '': words('eraseAt') },
  'POST /api/account/keep': { '': [] },
  'POST /api/account/forgot-password': { '': [] },
  'POST /api/account/send-link': { '': [] },
  'POST /api/account/mine-link': { '': [] },
  'POST /api/account/username': { '': words('taken') },
  'POST /api/account/join-fan': { '': words('uploadToken') },
  'POST /api/account/signup-code': { '': [] },
  'POST /api/account/join-athlete': { '': words('uploadToken') },
  'GET /api/account/safety': {
    '': words('sessions moreSessions secondFactor passkeys emailChange'),
    'passkeys[]': words('id name createdAt lastUsedAt'),
    'sessions[]': words('id device signedInAt lastUsedAt isThis'),
    secondFactor: words('isOn recoveryCodesLeft isNeeded'),
    emailChange: words('email isOldConfirmed isNewConfirmed until'),
  },
}
