/** Where the direct calls are: those that are not sync. Every one is POST with JSON unless it says GET (S1-7.7). */
export const CALLS = {
  session: '/api/session', // GET
  athletes: '/api/athletes', // GET ?q=&tags=&after=
  athlete: '/api/athletes/', // GET + username
  captcha: '/api/captcha', // GET
  forgotPassword: '/api/account/forgot-password',
  resetPassword: '/api/account/reset-password',
  sendLink: '/api/account/send-link',
  useLink: '/api/account/use-link',
  changePassword: '/api/account/change-password',
  username: '/api/account/username',
  joinFan: '/api/account/join-fan',
  activateFan: '/api/account/activate-fan',
  prepareAsk: '/api/prepare-ask',
  askStatus: '/api/ask-status',
  myQuestions: '/api/my-questions', // GET
  view: '/api/view',
  mediaTicket: '/api/media-ticket',
  pushSubscription: '/api/push-subscription',
  deskQuestions: '/api/desk/questions',
  deskQuestion: '/api/desk/question',
  // the specification's own names (D110)
  checkExistingUser: '/api/check-existing-user',
  createPaymentIntent: '/api/create-payment-intent',
  cancelPaymentIntent: '/api/cancel-payment-intent',
  sendRequest: '/api/send-request',
  submitResponse: '/api/submit-response',
} as const

/** Headers every call carries; a cookie-authenticated write also the token (S1-7.15, S2-7.1, D46). */
export const HEADERS = {
  requestId: 'x-request-id',
  timestamp: 'x-request-timestamp',
  csrf: 'x-csrf-token',
} as const

/** Where the sync endpoints are. */
export const SYNC_PATHS = { push: '/sync/push', pull: '/sync/pull', stream: '/sync/stream' } as const
