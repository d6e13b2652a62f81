import { QUESTION_STATUSES } from '../../../sync/question/status.ts'
import { ACCOUNT_FIELDS } from './account-fields.ts'
import { DESK_MONEY_FIELDS } from './desk-money-fields.ts'
import { OFFICE_FIELDS } from './office-fields.ts'
import { words } from './words.ts'

/**
 * The exact fields of everything that a role is told; a new column appears in no answer until it is listed here
 * (D39). This list is for replicated documents.
 */
export const DOCUMENT_FIELDS: Record<string, string[]> = {
  people: words(
    'id role username firstName lastName email sport priceCents paused pictureUrl coverUrls pictureRequests profile _deleted',
  ),
  conversations: words('id users partner createdAt order _deleted'),
  questions:
    words(`id conversationId fanId athleteId subject kind text videoId videoBytes videoType status reason
    submittedAt approvedAt dueAt graceEndsAt settledAt amountCents hold adminNote athleteNote clarification revision order _deleted`),
  answers:
    words(`id questionId conversationId athleteId state videoId videoBytes videoType durationMs transcript submittedAt
    deliveredAt shareCents order _deleted`),
  drafts: words('id athleteId body base revision savedAt order _deleted'),
}
/** The fields of a person's document that only this person receives. */
export const PROFILE_FIELDS =
  words(`firstName lastName city countryCode instagram tiktok x sport position bio achievements
  interests noGoTopics priceCents pause payoutHandle revision`)
export const PARTNER_FIELDS = words(
  'id role firstName lastName username sport city countryCode age pictureUrl',
)

const athlete =
  words(`id username firstName lastName sport position bio achievements interests tags city countryCode
  priceCents promo paused pausedUntil pictureUrl coverUrls instagram tiktok x tiktokEmbeds answerMinutes ratingTotal ratingCount`)
const fanQuestion =
  words(`questionId athlete subject kind text videoId status reason submittedAt screeningEndsAt
  approvedAt dueAt graceEndsAt settledAt amountCents takenOffCents hold chargedAt adminNote athleteNote answer stars clarification tips refundedCents onItsWayCents disputedCents inquiryCents byHandCents hasCreditNote hasAddress payAgainUntil`)
const transcript = words('text captions')
const clarification = words('text askedAt reply video repliedAt reportedAt')
const insideQuestion = (at: string) => ({
  [`${at}.athlete`]: words('firstName lastName username sport pictureUrl isListed isClosed'),
  [`${at}.answer`]: words('state videoId isGone durationMs deliveredAt isGift convertedPercent transcript'),
  [`${at}.answer.transcript`]: transcript,
  [`${at}.clarification`]: clarification,
  [`${at}.tips[]`]: words(
    'amountCents paidAt refundedCents onItsWayCents disputedCents inquiryCents byHandCents',
  ),
})
const deskRow = words(
  `id revision amountCents hold refundedCents onItsWayCents receiver requester subject kind videoId status submittedAt screeningEndsAt under18 flags waiting taken`,
)
const deskAthlete = words('id username name sport paused promo gone cards')

const setup = 'state countryCode waiting'

/** The fields of each call's answer, and of what the answer lists (`key[]`) or holds (`key`). */
export const CALL_FIELDS: Record<string, Record<string, string[]>> = {
  'GET /healthz': { '': words('ok') },
  'GET /readyz': { '': words('ok') },
  'GET /api/captcha': {
    '': words('parameters signature'),
    parameters: words('algorithm cost data keyLength keyPrefix keySignature nonce salt'),
    'parameters.data': words('expiresAt'),
  },
  'POST /userMedia': { '': [] },
  'POST /api/webhooks/stripe': { '': words('received') },
  'GET /api/session': {
    '': words('person guest csrf payments vapidPublicKey supportEmail canConvert now epoch protocol'),
    person: words('id role deskRole firstName lastName username email birthDate countryCode city keptAt'),
    payments: words('mode'),
  },
  'POST /api/auth/sign-in/email': { '': words('ok') },
  'POST /api/auth/sign-out': { '': words('ok') },
  ...ACCOUNT_FIELDS,
  'POST /api/desk/signup-code': { '': words('code') },
  'POST /api/desk/pictures': {
    '': words('rows'),
    'rows[]': words('id place state note pictureId personId username name askedAt broughtAt currentUrl'),
  },
  'GET /api/athletes': { '': words('athletes after isNear'), 'athletes[]': athlete },
  'GET /api/athletes/:username': { '': athlete },
  'POST /api/prepare-ask': {
    '': words('questionId amountCents firstTime hold clientSecret paymentIntentId'),
  },
  'POST /api/check-discount': { '': words('discount'), discount: words('off value') },
  'POST /api/ask-status': {
    '': words('state reason video videoRefusal hold viewPath correctableEmail isWanted'),
  },
  'POST /api/correct-email': { '': words('viewPath') },
  'GET /api/my-questions': {
    '': words('questions now'),
    'questions[]': [...fanQuestion, 'viewPath'].sort(),
    ...insideQuestion('questions[]'),
  },
  'POST /api/claims': {
    '': words('claims more hasAccount'),
    'claims[]': words('questionId athlete firstName subject submittedAt'),
    'claims[].athlete': words('firstName lastName username'),
  },
  'POST /api/settle-claim': { '': [] },
  'POST /api/view': {
    '': words('question shared now'),
    question: fanQuestion,
    ...insideQuestion('question'),
  },
  'POST /api/rate': { '': words('stars') },
  'POST /api/report': { '': [] },
  'POST /api/clarify': { '': [] },
  'POST /api/share': { '': words('path') },
  'POST /api/unshare': { '': [] },
  'POST /api/shares': { '': words('shares'), 'shares[]': words('id name path createdAt') },
  'POST /api/lost-link': { '': [] },
  'POST /api/desk/questions': {
    '': words('rows more counts now'),
    'rows[]': deskRow,
    'rows[].taken': words('personId by isMine until'),
    counts: [...QUESTION_STATUSES].sort(),
  },
  'POST /api/desk/question': {
    '': [
      ...deskRow,
      ...words(`email isEmailConfirmed city countryCode text answerVideoId captureBefore reason approvedAt dueAt adminNote
        athleteNote noGoTopics discount approvableUntil answer isVideoGone transcript clarification history sameText notes`),
    ].sort(),
    discount: words('label takenOffCents'),
    transcript,
    clarification,
    history: words('isAccount asked approved declined refunded disputed'),
    'notes[]': words('id by at text'),
    sameText: words('count others'),
    'sameText.others[]': words('id requester receiver status submittedAt'),
    taken: words('personId by isMine until'),
  },
  'POST /api/desk/inbox': {
    '': words('items more'),
    'items[]':
      words(`id createdAt status notes content firstName lastName username personId email subject questionId
      city countryCode socialPlatform socialAccount sport position`),
  },
  'POST /api/desk/ratings': {
    '': words('ratings more'),
    'ratings[]': words(
      'id athleteUsername requestId responseId stars responseFeedback infieldFeedback createdAt',
    ),
  },
  ...OFFICE_FIELDS,
  'POST /api/desk/athletes': { '': words('athletes more'), 'athletes[]': deskAthlete },
  'POST /api/desk/athlete': {
    '': [
      ...deskAthlete,
      ...words(
        'email countryCode payoutAccount pictureUrl priceCents pausedUntil tags tiktokEmbeds joinedAt open given',
      ),
    ].sort(),
    'given[]': words('id card reason by at'),
  },
  'POST /api/desk/blocks': {
    '': words('blocks more'),
    'blocks[]': words('id email reason by at guestsOnly'),
  },
  ...DESK_MONEY_FIELDS,
  'POST /api/desk/team': {
    '': words('members invites now'),
    'members[]': words('id name email deskRole hasFactor joinedAt seenAt removedAt'),
    'invites[]': words('id email deskRole invitedBy invitedAt expiresAt'),
  },
  'POST /api/desk/creators': { '': words('creators'), 'creators[]': words('id username name') },
  'POST /api/check-existing-user': { '': words('conversationId requesterUuid firstTime floorCents') },
  'POST /api/create-payment-intent': { '': words('clientSecret paymentIntentId') },
  'POST /api/cancel-payment-intent': { '': [] },
  'GET /api/money': {
    '': words('statement setup receipts now'),
    setup: words(setup),
    'setup.waiting[]': words('kind handle from'),
    statement: words(
      'heldCents earnedCents paidOutCents onItsWayCents balanceCents takingBackCents firstMonth lines',
    ),
    'statement.lines[]': words('id at kind subject answer tip payout cents'),
    'statement.lines[].answer': words('paidCents feeCents'),
    'statement.lines[].tip': words('givenCents feeCents'),
    'statement.lines[].payout': words('way isPaid paidAt'),
    'receipts[]': words(
      'id at kind state athlete subject amountCents refundedCents onItsWayCents disputedCents inquiryCents hasCreditNote',
    ),
  },
  'GET /api/payout-setup': { '': words(setup), 'waiting[]': words('kind handle from') },
  'POST /api/payout-handle': { '': words(setup), 'waiting[]': words('kind handle from') },
  'POST /api/stop-payout-change': { '': words('payouts') },
  'POST /api/create-stripe-account-link': { '': words('url') },
  'POST /api/tip-status': { '': words('state amountCents') },
  'POST /api/cancel-tip': { '': [] },
  'POST /api/pay-again': { '': words('isPaid clientSecret') },
  'POST /api/send-request': { '': words('state questionId') },
  'POST /api/submit-response': { '': [] },
  'POST /api/new-request': { '': [] },
  'POST /api/reject-request': { '': [] },
  'POST /api/media-ticket': {
    '': words('playerUrl fileUrl type bytes convertedPercent width height expiresAt'),
  },
  'POST /api/push-subscription': { '': [] },
  'POST /api/push-received': { '': [] },
  'POST /api/browser-error': { '': [] },
  'POST /api/profile-view': { '': [] },
  'POST /sync/push': { '': words('outcomes') },
  'POST /sync/known': { '': words('epoch known') },
  'POST /sync/pull': { '': words('documents checkpoint restart'), checkpoint: words('epoch rev id') },
}

/** The fields of the answer to a push of one intent. */
export const OUTCOME_FIELDS: Record<string, string[]> = {
  '': words('outcomes'),
  'outcomes[]': words('id state value'),
}

/** Routes whose JSON has no listed fields, with the reason. */
export const NOTHING_LISTED: Record<string, string> = {
  'POST /dev/stripe/browser/confirm': 'the pretended payment provider answers, on loopback alone',
  'POST /dev/stripe/browser/authenticate': 'the same',
  'POST /dev/stripe/browser/act': 'the same',
  'POST /test/clock': 'a control of tests, which no other server has',
  'POST /test/quiesce': 'the same',
  'GET /test/mail': 'the same',
}
