/**
 * The one catalogue of expected refusals, and the HTTP status each is answered with.
 * The sentence a person reads for a code lives in `client/text/refusals.ts`.
 */
export const REFUSALS = {
  // who is asking
  'sign-in-first': 401,
  'wrong-sign-in': 401,
  'not-allowed': 403,
  'bad-origin': 403,
  'bad-csrf': 403,
  // not there, or not yours: the same answer
  'not-found': 404,
  // what was sent
  'bad-shape': 400,
  'bad-json': 400,
  'too-large': 413,
  'wrong-content-type': 415,
  'unknown-intent': 400,
  'unknown-collection': 400,
  'outdated-app': 426,
  'too-many-requests': 429,
  'captcha-missing': 400,
  'captcha-wrong': 400,
  'captcha-used': 400,
  // accounts
  'second-factor-wanted': 401,
  'step-up-wanted': 401,
  'wrong-code': 401,
  'wrong-passkey': 401,
  'second-factor-needed': 409,
  'second-factor-on': 409,
  'passkey-known': 409,
  'passkeys-enough': 409,
  'set-up-expired': 410,
  'address-taken': 409,
  'account-closed': 403,
  'link-spent': 410,
  'link-ended': 410,
  'wrong-current-password': 422,
  'wrong-chosen-password': 422,
  'password-not-changed': 422,
  'password-too-short': 422,
  'password-too-long': 422,
  'password-frequent': 422,
  'username-taken': 409,
  'adoption-failed': 500,
  'wrong-signup-code': 422,
  // asking
  'under-age': 422,
  'bad-birth-date': 422,
  'unknown-country': 422,
  'nothing-asked': 422,
  'text-and-video': 422,
  'athlete-paused': 409,
  'athlete-unavailable': 409,
  'asking-refused': 403,
  'ask-yourself': 422,
  'amount-below-price': 422,
  'amount-below-minimum': 422,
  'amount-not-yours-to-set': 422,
  'discount-invalid': 422,
  'price-changed': 409,
  'card-not-confirmed': 409,
  'payment-mismatch': 409,
  'payments-unreachable': 503,
  'refund-too-high': 422,
  'payment-disputed': 409,
  'payout-by-hand': 409,
  'video-not-there': 409,
  'ask-changed': 409,
  'ask-closed': 409,
  // videos
  'video-type': 415,
  'video-size': 413,
  'video-too-long': 422,
  'video-unreadable': 422,
  'video-codec': 422,
  'video-sound': 422,
  'video-dimensions': 422,
  'video-mismatch': 409,
  'upload-not-expected': 404,
  'captions-unreadable': 422,
  'captions-too-long': 422,
  // pictures
  'picture-type': 415,
  'picture-size': 413,
  'picture-unreadable': 422,
  // the life of a question
  'already-decided': 409,
  'corrections-spent': 409,
  'first-question-spent': 409,
  'already-answered': 409,
  'answer-missing': 409,
  'already-rated': 409,
  'clarified-already': 409,
  'clarifying-over': 409,
  'replied-already': 409,
  'hold-too-short': 409,
  'hold-gone': 409,
  'not-approved': 409,
  'not-answered': 409,
  'too-late': 409,
  // kept under the name that devices know it by: it says no more than that the question cannot be answered for free
  'not-expired': 409,
  'changed-meanwhile': 409,
  'not-begun': 409,
  'id-taken': 409,
} as const

/** A code of the catalogue. */
export type RefusalCode = keyof typeof REFUSALS

/** The HTTP status a refusal is answered with. */
export function statusOfRefusal(code: RefusalCode): number {
  return REFUSALS[code]
}
