/**
 * What stands before each call that makes a guest, a mail, a hold or an upload (D116). `captcha`: a solved one, or a
 * session; `session`: nothing but one; `own`: something of the caller's, which was begun with a proof; `link`: the private
 * link of a question, which was asked with a proof; `token`: what was mailed, or given to whoever showed a proof;
 * `tries`: wrong passwords, of which the owner is told once a day, and which ask for a captcha by themselves;
 * `signature`: the payment provider's; `workbench`: only where whoever runs the server works on it; `nothing`: it makes none of these, which is looked at whenever it is played.
 */
export type Proof =
  | 'captcha'
  | 'session'
  | 'own'
  | 'link'
  | 'token'
  | 'tries'
  | 'signature'
  | 'workbench'
  | 'nothing'

/** Whatever is no GET: routes as the app declares them, and intents. One without its word fails `server/tables.test.ts`. */
export const PROOFS: Record<string, Proof> = {
  'POST /api/check-existing-user': 'captcha',
  'POST /api/create-payment-intent': 'captcha',
  'POST /api/send-request': 'captcha',
  'POST /api/prepare-ask': 'captcha',
  'POST /api/lost-link': 'captcha',
  'POST /api/account/forgot-password': 'captcha',
  'POST /api/account/send-link': 'captcha',
  'POST /api/account/mine-link': 'captcha',
  'POST /api/account/join-fan': 'captcha',
  'POST /api/account/join-athlete': 'captcha',
  'POST /files': 'captcha',
  'contact.send': 'captcha',
  'application.send': 'captcha',
  'suggestion.send': 'captcha',
  'waitlist.send': 'captcha',

  // intents have words of their own
  'POST /sync/push': 'own',
  'question.ask': 'own',
  'question.cancel': 'own',
  'POST /api/correct-email': 'own',
  'POST /api/cancel-payment-intent': 'nothing',
  'PATCH /files/*': 'own',
  'PATCH /files': 'nothing',
  'DELETE /files/*': 'nothing',
  'DELETE /files': 'nothing',
  'OPTIONS /files': 'nothing',
  'OPTIONS /files/*': 'nothing',

  'POST /api/pay-again': 'link',
  'POST /api/clarify': 'link',
  'POST /api/report': 'nothing',
  'POST /api/rate': 'nothing',
  'POST /api/view': 'nothing',
  'POST /api/share': 'nothing',
  'POST /api/shares': 'nothing',
  'POST /api/unshare': 'nothing',
  'POST /api/tip-status': 'nothing',
  'POST /api/cancel-tip': 'nothing',
  'POST /api/ask-status': 'nothing',
  'POST /api/check-discount': 'nothing',
  'POST /api/media-ticket': 'nothing',
  'POST /api/push-received': 'nothing',

  'POST /api/auth/sign-in/email': 'tries',
  'POST /api/account/change-password': 'tries',
  'POST /api/auth/sign-out': 'nothing',
  'POST /api/account/reset-password': 'token',
  'POST /api/account/use-link': 'token',
  'POST /api/account/activate': 'token',
  'POST /api/account/begin-first-admin': 'token',
  'POST /api/account/first-admin': 'token',
  'POST /api/account/leave': 'token',
  'POST /api/account/passkey-sign-in': 'token',
  'POST /api/account/keep': 'token',
  'POST /userMedia': 'token',
  'POST /api/account/mine': 'nothing',
  'POST /api/account/show-factor': 'nothing',
  'POST /api/account/passkey-challenge': 'nothing',
  'POST /api/stop-payout-change': 'nothing',
  'POST /api/account/username': 'nothing',
  'POST /api/account/signup-code': 'nothing',
  'POST /api/webhooks/stripe': 'signature',

  'POST /api/account/end-sessions': 'session',
  'POST /api/account/begin-second-factor': 'session',
  'POST /api/account/confirm-second-factor': 'session',
  'POST /api/account/end-second-factor': 'session',
  'POST /api/account/open-mine': 'session',
  'POST /api/account/begin-passkey': 'session',
  'POST /api/account/add-passkey': 'session',
  'POST /api/account/rename-passkey': 'session',
  'POST /api/account/remove-passkey': 'session',
  'POST /api/payout-handle': 'session',
  'POST /api/create-stripe-account-link': 'session',
  'POST /api/new-request': 'session',
  'POST /api/reject-request': 'session',
  'POST /api/submit-response': 'session',
  'POST /api/push-subscription': 'session',
  'POST /sync/pull': 'session',
  'POST /api/desk/questions': 'session',
  'POST /api/desk/question': 'session',
  'POST /api/desk/inbox': 'session',
  'POST /api/desk/ratings': 'session',
  'POST /api/desk/audit': 'session',
  'POST /api/desk/codes': 'session',
  'POST /api/desk/system': 'session',
  'POST /api/desk/athletes': 'session',
  'POST /api/desk/athlete': 'session',
  'POST /api/desk/blocks': 'session',
  'POST /api/desk/payments': 'session',
  'POST /api/desk/returns': 'session',
  'POST /api/desk/creators': 'session',
  'POST /api/desk/payouts': 'session',
  'POST /api/desk/signup-code': 'session',
  'POST /api/desk/pictures': 'session',
  'draft.save': 'session',
  'draft.discard': 'session',
  'question.approve': 'session',
  'question.reject': 'session',
  'question.undo': 'session',
  'question.set-status': 'session',
  'question.decline': 'session',
  'inbox.update': 'session',
  'code.create': 'session',
  'code.end': 'session',
  'athlete.edit': 'session',
  'athlete.card': 'session',
  'athlete.restore': 'session',
  'block.add': 'session',
  'block.lift': 'session',
  'sessions.end': 'session',
  'payment.refund': 'session',
  'payout.begin': 'session',
  'payout.confirm': 'session',
  'answer.submit': 'session',
  'answer.give': 'session',
  'answer.transcribe': 'session',
  'clarification.reply': 'session',
  'clarification.film': 'session',
  'clarification.report': 'session',
  'profile.save': 'session',
  'picture.request': 'session',
  'picture.approve': 'session',
  'picture.reject': 'session',
  'picture.withdraw': 'session',
  'feedback.send': 'session',

  'POST /dev/stripe': 'workbench',
  'POST /dev/stripe/browser/confirm': 'workbench',
  'POST /dev/stripe/browser/act': 'workbench',
  'POST /dev/stripe/browser/authenticate': 'workbench',
  'POST /dev/stripe/connect/:id{link_\\w+}': 'workbench',
  'POST /test/clock': 'workbench',
  'POST /test/quiesce': 'workbench',
}

/** Whether a route asks visitors and guests for a captcha in its header; intents carry theirs among their words. */
export function wantsCaptcha(verb: string): boolean {
  return PROOFS[verb] === 'captcha' && verb.includes(' ')
}
