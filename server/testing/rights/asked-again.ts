/**
 * Calls and intents that change something without asking for the second factor again, grouped by the reason. A new
 * one must be listed here or among those that ask, otherwise a test fails, so that someone has thought about it.
 */
export const NOT_ASKED_AGAIN: Record<string, string> = {
  'signs in, up or out, or shows a factor itself': `POST /api/auth/sign-in/email POST /api/auth/sign-out
    POST /api/account/forgot-password POST /api/account/reset-password POST /api/account/send-link
    POST /api/account/look-link POST /api/account/use-link POST /api/account/forget-guest POST /api/account/username POST /api/account/join-fan POST /api/account/signup-code
    POST /api/account/join-athlete POST /api/account/activate POST /api/account/show-factor
    POST /api/account/confirm-email
    POST /api/account/passkey-challenge POST /api/account/passkey-sign-in POST /api/account/begin-first-admin
    POST /api/account/first-admin`,
  'comes with a code of the factor, or right after one was asked for': `POST /api/account/end-second-factor
    POST /api/account/confirm-second-factor`,
  'gives nothing away and takes nothing': `POST /api/account/mine-link POST /api/account/keep
    POST /api/account/rename-passkey POST /api/lost-link POST /api/push-subscription POST /api/push-received
    POST /api/report POST /api/browser-error POST /api/profile-view POST /userMedia POST /api/stop-payout-change`,
  'asks, answers, rates, tips or shows what the session shows anyhow': `POST /api/prepare-ask
    POST /api/check-discount POST /api/ask-status POST /api/view POST /api/rate POST /api/clarify POST /api/share
    POST /api/claims POST /api/settle-claim POST /api/shares POST /api/unshare POST /api/media-ticket POST /api/tip-status POST /api/cancel-tip
    POST /api/pay-again POST /api/my-figures POST /api/statement-file POST /api/receipt-file POST /api/check-existing-user POST /api/create-payment-intent
    POST /api/cancel-payment-intent POST /api/send-request POST /api/submit-response POST /sync/push POST /sync/pull
    POST /sync/known
    POST /files PATCH /files PATCH /files/* DELETE /files DELETE /files/* draft.save draft.discard question.ask
    question.cancel question.decline answer.submit answer.give answer.transcribe clarification.reply
    clarification.film clarification.report contact.send application.send suggestion.send waitlist.send
    feedback.send`,
  'is the desk, whose sessions begin with a factor and end within a day': `POST /api/new-request
    POST /api/reject-request POST /api/desk/questions POST /api/desk/question POST /api/desk/inbox
    POST /api/desk/find POST /api/desk/messages POST /api/desk/message
    POST /api/desk/ratings POST /api/desk/audit POST /api/desk/creators POST /api/desk/codes POST /api/desk/system
    POST /api/desk/payouts POST /api/desk/team POST /api/desk/payments POST /api/desk/returns POST /api/desk/books POST /api/desk/ledger POST /api/desk/book-file POST /api/desk/figures
    POST /api/desk/pictures
    POST /api/desk/signup-code POST /api/desk/athletes POST /api/desk/athlete POST /api/desk/blocks
    question.approve question.reject question.undo question.set-status question.note question.take question.release digest.switch inbox.update code.create code.end code.restore
    athlete.edit athlete.card athlete.restore block.add block.lift sessions.end payment.refund refund.by-hand payout.begin payout.confirm
    payout.cancel payout.fail payout.return payouts.hold payouts.resume trouble.retry trouble.drop message.send-again
    picture.request picture.approve picture.reject picture.withdraw team.withdraw`,
  'shows something of its own': 'POST /api/webhooks/stripe',
  'is not there in production': `POST /dev/stripe POST /dev/stripe/browser/confirm POST /dev/stripe/browser/act
    POST /dev/stripe/browser/authenticate POST /dev/stripe/connect/:id{link_\\w+} POST /test/clock
    POST /test/quiesce`,
}
