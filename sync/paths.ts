/** The paths of the direct calls: neither sync nor the desk's. Each is POST with JSON unless it says GET (S1-7.7). */
export const CALLS = {
  session: '/api/session', // GET
  athletes: '/api/athletes', // GET ?q=&tags=&after=
  athlete: '/api/athletes/', // GET + username
  captcha: '/api/captcha', // GET
  forgotPassword: '/api/account/forgot-password',
  resetPassword: '/api/account/reset-password',
  sendLink: '/api/account/send-link',
  forgetGuest: '/api/account/forget-guest',
  lookLink: '/api/account/look-link',
  useLink: '/api/account/use-link',
  changePassword: '/api/account/change-password',
  changeEmail: '/api/account/change-email',
  confirmEmail: '/api/account/confirm-email',
  username: '/api/account/username',
  joinFan: '/api/account/join-fan',
  signupCode: '/api/account/signup-code',
  joinAthlete: '/api/account/join-athlete',
  activate: '/api/account/activate',
  safety: '/api/account/safety', // GET
  endSessions: '/api/account/end-sessions',
  beginSecondFactor: '/api/account/begin-second-factor',
  confirmSecondFactor: '/api/account/confirm-second-factor',
  endSecondFactor: '/api/account/end-second-factor',
  renewCodes: '/api/account/renew-codes',
  showFactor: '/api/account/show-factor',
  passkeyChallenge: '/api/account/passkey-challenge',
  passkeySignIn: '/api/account/passkey-sign-in',
  beginPasskey: '/api/account/begin-passkey',
  addPasskey: '/api/account/add-passkey',
  renamePasskey: '/api/account/rename-passkey',
  removePasskey: '/api/account/remove-passkey',
  beginFirstAdmin: '/api/account/begin-first-admin',
  firstAdmin: '/api/account/first-admin',
  mineLink: '/api/account/mine-link',
  openMine: '/api/account/open-mine',
  mine: '/api/account/mine',
  exportMine: '/api/account/export', // GET ?of=&t=
  leave: '/api/account/leave',
  keep: '/api/account/keep',
  prepareAsk: '/api/prepare-ask',
  askStatus: '/api/ask-status',
  correctEmail: '/api/correct-email',
  claims: '/api/claims',
  settleClaim: '/api/settle-claim',
  checkDiscount: '/api/check-discount',
  money: '/api/money', // GET
  myFigures: '/api/my-figures',
  profileView: '/api/profile-view',
  statementFile: '/api/statement-file',
  receiptFile: '/api/receipt-file',
  file: '/api/file', // GET ?of=&t=
  payoutSetup: '/api/payout-setup', // GET
  payoutHandle: '/api/payout-handle',
  stopPayoutChange: '/api/stop-payout-change',
  tipStatus: '/api/tip-status',
  payAgain: '/api/pay-again',
  cancelTip: '/api/cancel-tip',
  myQuestions: '/api/my-questions', // GET
  view: '/api/view',
  share: '/api/share',
  shares: '/api/shares',
  unshare: '/api/unshare',
  rate: '/api/rate',
  report: '/api/report',
  clarify: '/api/clarify',
  lostLink: '/api/lost-link',
  mediaTicket: '/api/media-ticket',
  pushSubscription: '/api/push-subscription',
  pushReceived: '/api/push-received',
  broughtPicture: '/api/brought-picture/', // GET + id
  videoPicture: '/api/video-picture/', // GET + id, ?of=strip
  // the specification's own names (D110)
  checkExistingUser: '/api/check-existing-user',
  createPaymentIntent: '/api/create-payment-intent',
  cancelPaymentIntent: '/api/cancel-payment-intent',
  createAccountLink: '/api/create-stripe-account-link',
  sendRequest: '/api/send-request',
  submitResponse: '/api/submit-response',
  newRequest: '/api/new-request',
  rejectRequest: '/api/reject-request',
} as const

/**
 * The headers of every call; a cookie-authenticated write also carries the token (S1-7.15, S2-7.1, D46).
 * `captcha`: a solved captcha, required when nobody is signed in and the call creates a guest, a mail, a hold or
 * an upload (D116).
 */
export const HEADERS = {
  requestId: 'x-request-id',
  timestamp: 'x-request-timestamp',
  csrf: 'x-csrf-token',
  captcha: 'x-captcha',
  zone: 'x-time-zone',
} as const

/** The paths of the sync endpoints. */
export const SYNC_PATHS = {
  push: '/sync/push',
  pull: '/sync/pull',
  known: '/sync/known',
  stream: '/sync/stream',
} as const

/**
 * The path to which the manifest sends shared videos; the service worker receives the form. GET returns the value
 * of `Sec-Fetch-Site` as plain text, because the worker can learn the sharing site in no other way. The path must
 * not be one of the worker's static start routes, because these bypass the worker.
 */
export const SHARED_PATH = '/dashboard/shared'

/**
 * Pictures of people: uploaded by POST with `?place=` and the token in its header, and served by GET below the
 * path (S2-3.11).
 */
export const USER_MEDIA = { path: '/userMedia', tokenHeader: 'x-upload-token' } as const
