import { ANSWER_INTENTS, ANSWER_ROUTES } from './desk/answer-lines.ts'
import { DESK_INTENTS, DESK_ROUTES } from './desk/lines.ts'
import { ACCOUNT_ROUTES } from './fixtures/account-lines.ts'
import { MADE_INTENTS, MADE_ROUTES, type MadeThing } from './fixtures/lines.ts'

/**
 * The roles of the table of rights, which says who may do what: role × resource × verb → the status of the answer. A
 * route of the app, a middleware or an intent without a line fails the test. A thing of another user and a missing
 * thing get the same answer (D38, D39).
 */
export const ROLES = [
  'visitor',
  'guest',
  'guest2',
  'fan',
  'fan2',
  'athlete',
  'athlete2',
  'admin',
  'test',
  'revoked',
] as const
export type Role = (typeof ROLES)[number]

/**
 * The thing that a line is about. The guest, the fan and the athlete are owners; the second of each kind is a
 * stranger.
 */
export type ThingName =
  | MadeThing
  | 'nothing'
  | 'a new ask'
  | 'a new upload'
  | 'a new draft'
  | 'the athlete'
  | 'a paused athlete'
  | 'an unlisted athlete'
  | 'a person who is no athlete'
  | 'ask of guest'
  | 'ask of fan'
  | 'ticket of fan'
  | 'upload of fan'
  | 'draft of fan'
  | 'a picture asked of the athlete'
  | 'a picture of the athlete'
  | 'new of guest'
  | 'new of fan'
  | 'new video of fan'
  | 'approved of fan'
  | 'take of athlete'
  | 'delivered of guest'
  | 'delivered of fan'
  | 'tip of fan'
  | 'asked once more of fan'
  | 'a payout by hand'

/**
 * A line of the table: `METHOD /path` as the app declares it, or an intent's name; the thing; and a status for each
 * role, or one for all.
 */
export type Line = readonly [verb: string, of: ThingName, statuses: string]

/** Returns the status that a line expects for a role. */
export function statusFor([, , statuses]: Line, role: Role): number {
  const all = statuses.split(' ')
  return Number(all.length === 1 ? all[0] : all[ROLES.indexOf(role)])
}

/** Pages that are the same for every role, because only later calls ask for the user's own data. */
const PAGES = `/signin /join /fanjoin /athletejoin /passwordreset /setup /mydata /lostlink /activity /keepaccount /wasthisyou /stoppayout /confirmemail
  /benefits /contact /demo /about /demodashboard /waitlist /privacypolicy /termsofservice /dashboard /admin`

/** The lines of every route of the app. */
export const ROUTE_LINES: readonly Line[] = [
  //                                         visitor guest guest2 fan fan2 athlete athlete2 admin test revoked
  ['GET /healthz', 'nothing', '200'],
  ['GET /readyz', 'nothing', '200'],
  ['GET /api/session', 'nothing', '200'],
  ['POST /api/auth/sign-in/email', 'nothing', '401'],
  ['POST /api/auth/sign-out', 'nothing', '200'],
  ...ACCOUNT_ROUTES,
  ['POST /userMedia', 'nothing', '404 404 404 200 200 404 404 404 404 404'],
  ['POST /userMedia', 'a picture asked of the athlete', '404 404 404 200 200 200 404 404 404 404'],
  ['GET /userMedia/:username/:folder/:file', 'nothing', '404'],
  ['GET /api/captcha', 'nothing', '200'],
  ['GET /api/athletes', 'nothing', '200'],
  ['GET /api/athletes/:username', 'the athlete', '200'],
  ['GET /api/athletes/:username', 'a paused athlete', '200'],
  ['GET /api/athletes/:username', 'an unlisted athlete', '404'],
  ['GET /api/athletes/:username', 'a person who is no athlete', '404'],
  ['POST /api/prepare-ask', 'a new ask', '200 200 200 200 200 422 200 403 200 200'],
  ['POST /api/prepare-ask', 'a paused athlete', '409 409 409 409 409 409 409 403 409 409'],
  ['POST /api/prepare-ask', 'an unlisted athlete', '409 409 409 409 409 409 409 403 409 409'],
  ['POST /api/prepare-ask', 'ask of guest', '404 200 404 404 404 404 404 403 404 404'],
  ['POST /api/prepare-ask', 'ask of fan', '404 404 404 200 404 404 404 403 404 404'],
  ['POST /api/check-discount', 'a new ask', '200 200 200 200 200 200 200 403 200 200'],
  ['POST /api/ask-status', 'ask of guest', '404 200 404 404 404 404 404 404 404 404'],
  ['POST /api/ask-status', 'ask of fan', '404 404 404 200 404 404 404 404 404 404'],
  ['POST /api/ask-status', 'delivered of fan', '404 404 404 200 404 404 404 404 404 404'],
  ['POST /api/correct-email', 'new of guest', '404 200 404 404 404 404 404 404 404 404'],
  ['POST /api/correct-email', 'new of fan', '404 404 404 403 404 404 404 404 404 404'],
  ['POST /api/correct-email', 'approved of fan', '404 404 404 403 404 404 404 404 404 404'],
  ['POST /api/correct-email', 'ask of guest', '404'],
  ['GET /api/my-questions', 'nothing', '200'],
  ['POST /api/view', 'new of guest', '200'],
  ['POST /api/view', 'delivered of fan', '200'],
  ['POST /api/rate', 'delivered of fan', '200 200 200 200 200 403 200 403 200 200'],
  ['POST /api/report', 'new of guest', '200'],
  ...ANSWER_ROUTES,
  ['POST /api/share', 'delivered of fan', '200'],
  ['POST /api/share', 'new of guest', '409'],
  ['POST /api/shares', 'delivered of fan', '200'],
  ['POST /api/lost-link', 'nothing', '200'],
  ...DESK_ROUTES,
  ['GET /api/brought-picture/:id', 'a picture of the athlete', '404 404 404 404 404 200 404 200 404 404'],
  ['POST /api/check-existing-user', 'the athlete', '200 200 200 200 200 422 200 403 200 200'],
  ['POST /api/check-existing-user', 'a paused athlete', '409 409 409 409 409 409 409 403 409 409'],
  ['POST /api/create-payment-intent', 'ticket of fan', '403 404 404 200 404 404 404 403 404 403'],
  ['GET /api/money', 'nothing', '401 401 401 200 200 200 200 200 200 401'],
  ['POST /api/my-figures', 'nothing', '401 401 401 403 403 200 200 403 403 401'],
  ['POST /api/profile-view', 'a paused athlete', '200'],
  ['POST /api/statement-file', 'nothing', '401 401 401 403 403 200 200 403 403 401'],
  ['POST /api/receipt-file', 'delivered of fan', '200'],
  ['POST /api/receipt-file', 'new of guest', '404'],
  ['GET /api/file', 'nothing', '404'],
  ['GET /api/payout-setup', 'nothing', '401 401 401 403 403 200 200 403 403 401'],
  ['POST /api/create-stripe-account-link', 'nothing', '401 401 401 403 403 200 200 403 403 401'],
  ['POST /api/payout-handle', 'nothing', '401 401 401 403 403 200 200 403 403 401'],
  ['POST /api/stop-payout-change', 'nothing', '410'],
  ['POST /api/tip-status', 'tip of fan', '200'],
  ['POST /api/cancel-tip', 'tip of fan', '200'],
  ['POST /api/cancel-payment-intent', 'ask of guest', '404 200 404 404 404 404 404 404 404 404'],
  ['POST /api/cancel-payment-intent', 'ticket of fan', '404 404 404 200 404 404 404 404 404 404'],
  ['POST /api/cancel-payment-intent', 'new of fan', '404 404 404 409 404 404 404 404 404 404'],
  ['POST /api/send-request', 'ticket of fan', '403 404 404 200 404 404 404 404 404 403'],
  ['POST /api/new-request', 'new of guest', '403 403 403 403 403 403 403 200 403 403'],
  ['POST /api/reject-request', 'new of guest', '403 403 403 403 403 403 403 200 403 403'],
  ['POST /api/submit-response', 'take of athlete', '401 401 401 409 409 200 409 409 409 401'],
  ['POST /api/media-ticket', 'upload of fan', '404'],
  ['POST /api/media-ticket', 'new video of fan', '404 404 404 200 404 404 404 200 404 404'],
  ['POST /api/media-ticket', 'delivered of fan', '404 404 404 200 404 200 404 200 404 404'],
  ['POST /api/media-ticket', 'delivered of guest', '404 200 404 404 404 200 404 200 404 404'],
  ['POST /api/media-ticket', 'take of athlete', '404 404 404 404 404 200 404 404 404 404'],
  ['POST /sync/push', 'draft of fan', '401 401 401 200 401 401 401 401 401 401'],
  ['POST /sync/push', 'ask of guest', '401 200 200 401 401 401 401 401 401 401'],
  ['POST /sync/known', 'nothing', '401 401 401 200 401 401 401 401 401 401'],
  ['POST /sync/pull', 'nothing', '401 401 401 200 200 200 200 200 200 401'],
  ['GET /sync/stream', 'nothing', '401 401 401 200 200 200 200 200 200 401'],
  ['OPTIONS /files', 'nothing', '204'],
  ['OPTIONS /files/*', 'upload of fan', '204'],
  ['GET /files', 'nothing', '401 404 404 404 404 404 404 404 404 401'],
  ['GET /files/*', 'upload of fan', '401 404 404 404 404 404 404 404 404 401'],
  ['HEAD /files/*', 'upload of fan', '401 404 404 200 404 404 404 404 404 401'],
  ['POST /files', 'a new upload', '401 201 201 201 201 201 201 403 201 401'],
  ['POST /files', 'upload of fan', '401 404 404 201 404 404 404 403 404 401'],
  ['POST /files', 'approved of fan', '401 403 403 403 403 201 404 403 403 401'],
  ['POST /files', 'new of fan', '401 403 403 403 403 404 404 403 403 401'],
  ['PATCH /files', 'nothing', '401 404 404 404 404 404 404 404 404 401'],
  ['PATCH /files/*', 'upload of fan', '401 404 404 204 404 404 404 404 404 401'],
  ['DELETE /files', 'nothing', '401 404 404 404 404 404 404 404 404 401'],
  ['DELETE /files/*', 'upload of fan', '401 404 404 204 404 404 404 404 404 401'],
  ['GET /media/:id', 'delivered of fan', '200'],
  ['GET /media/:id', 'upload of fan', '404'],
  ['HEAD /media/:id', 'delivered of fan', '200'],
  ['GET /api/video-picture/:id', 'delivered of fan', '404 404 404 200 404 200 404 200 404 404'],
  ['GET /api/video-picture/:id', 'delivered of guest', '404 200 404 404 404 200 404 200 404 404'],
  ['GET /player/:id', 'delivered of fan', '200'],
  ['GET /player/:id', 'upload of fan', '404'],
  ['POST /api/push-subscription', 'nothing', '401 401 401 200 200 200 200 200 200 401'],
  ['POST /api/push-received', 'nothing', '200'],
  ['POST /api/browser-error', 'nothing', '200'],
  ['GET /dev/stripe', 'nothing', '200'],
  ['POST /dev/stripe', 'nothing', '303'],
  ['POST /dev/stripe/browser/confirm', 'ask of fan', '200'],
  ['POST /dev/stripe/browser/act', 'nothing', '200'],
  ['POST /dev/stripe/browser/authenticate', 'ask of fan', '200'],
  ['GET /dev/stripe/connect/:id{link_\\w+}', 'nothing', '404'],
  ['POST /dev/stripe/connect/:id{link_\\w+}', 'nothing', '404'],
  ['GET /dev/mail', 'nothing', '200'],
  ['GET /dev/mail/:id', 'nothing', '404'],
  ['POST /test/clock', 'nothing', '200'],
  ['POST /test/quiesce', 'nothing', '200'],
  ['GET /test/mail', 'nothing', '200'],
  ['GET /shell.html', 'nothing', '200'],
  ['GET /', 'nothing', '200'],
  ['GET /robots.txt', 'nothing', '200'],
  ['GET /sitemap.xml', 'nothing', '200'],
  ['GET /:part{sitemap-[0-9]+\\.xml}', 'nothing', '200'],
  ['GET /card.png', 'nothing', '200'],
  ['GET /ask/:username/card.png', 'the athlete', '200'],
  ['GET /ask/:username/card.png', 'an unlisted athlete', '404'],
  ['GET /ask/:username/card.png', 'a person who is no athlete', '404'],
  ['GET /ask', 'nothing', '200'],
  ['GET /athletes/:username', 'the athlete', '301'],
  ['GET /ask/:username', 'the athlete', '200'],
  ['GET /ask/:username', 'an unlisted athlete', '404'],
  ['GET /ask/:username', 'a person who is no athlete', '404'],
  ['GET /request', 'nothing', '200'],
  ['GET /request/:username', 'the athlete', '200'],
  ['GET /request/:username', 'an unlisted athlete', '404'],
  ['GET /view/:token', 'delivered of fan', '200'],
  ...PAGES.split(/\s+/).map((page): Line => [`GET ${page}`, 'nothing', '200']),
  ['GET /dashboard/shared', 'nothing', '200'],
  ['GET /dashboard/*', 'nothing', '200'],
  ['GET /admin/*', 'nothing', '200'],
  ['GET /*', 'nothing', '404'],
  ...MADE_ROUTES,
]

/** The lines of every intent. A refusal counts as the status of its code. */
export const INTENT_LINES: readonly Line[] = [
  //                                         visitor guest guest2 fan fan2 athlete athlete2 admin test revoked
  ['draft.save', 'a new draft', '401 403 403 200 200 200 200 403 200 401'],
  ['draft.save', 'draft of fan', '401 403 403 200 404 404 404 403 404 401'],
  ['draft.discard', 'draft of fan', '401 403 403 200 404 404 404 403 404 401'],
  ['question.ask', 'ask of guest', '401 200 404 404 404 404 404 403 404 401'],
  ['question.ask', 'ask of fan', '401 404 404 200 404 404 404 403 404 401'],
  ['question.cancel', 'new of guest', '401 200 404 404 404 404 404 403 404 401'],
  ['question.cancel', 'new of fan', '401 404 404 200 404 404 404 403 404 401'],
  ['question.cancel', 'approved of fan', '401 404 404 409 404 404 404 403 404 401'],
  ['question.approve', 'new of guest', '401 403 403 403 403 403 403 200 403 401'],
  ['question.approve', 'approved of fan', '401 403 403 403 403 403 403 409 403 401'],
  ['question.reject', 'new of fan', '401 403 403 403 403 403 403 200 403 401'],
  ['question.reject', 'delivered of fan', '401 403 403 403 403 403 403 409 403 401'],
  ['question.undo', 'new of guest', '401 403 403 403 403 403 403 409 403 401'],
  ['question.set-status', 'approved of fan', '401 403 403 403 403 403 403 200 403 401'],
  ...DESK_INTENTS,
  ['payout.begin', 'a payout by hand', '401 403 403 403 403 403 403 200 403 401'],
  ['payout.confirm', 'a payout by hand', '401 403 403 403 403 403 403 409 403 401'],
  ['payout.cancel', 'a payout by hand', '401 403 403 403 403 403 403 200 403 401'],
  ['question.decline', 'new of fan', '401 403 403 403 403 404 404 403 403 401'],
  ['question.decline', 'approved of fan', '401 403 403 403 403 200 404 403 403 401'],
  ['question.decline', 'delivered of fan', '401 403 403 403 403 409 404 403 403 401'],
  ['answer.submit', 'new of fan', '401 403 403 403 403 404 404 403 403 401'],
  ['answer.submit', 'approved of fan', '401 403 403 403 403 200 404 403 403 401'],
  ['answer.give', 'approved of fan', '401 403 403 403 403 409 404 403 403 401'],
  ...ANSWER_INTENTS,
  ['profile.save', 'the athlete', '401 403 403 404 404 200 404 404 403 401'],
  ['picture.request', 'the athlete', '401 403 403 403 403 403 403 200 403 401'],
  ['picture.approve', 'a picture of the athlete', '401 403 403 403 403 403 403 200 403 401'],
  ['picture.reject', 'a picture of the athlete', '401 403 403 403 403 403 403 200 403 401'],
  ['picture.withdraw', 'a picture asked of the athlete', '401 403 403 403 403 403 403 200 403 401'],
  ['contact.send', 'nothing', '400 400 400 200 200 200 200 200 200 400'],
  ['application.send', 'nothing', '400 400 400 200 200 200 200 200 200 400'],
  ['suggestion.send', 'nothing', '400 400 400 200 200 200 200 200 200 400'],
  ['waitlist.send', 'nothing', '400 400 400 200 200 200 200 200 200 400'],
  ['feedback.send', 'nothing', '401 403 403 200 200 200 200 200 403 401'],
  ['answer.submit', 'delivered of guest', '401 403 403 403 403 409 404 403 403 401'],
  ...MADE_INTENTS,
]
