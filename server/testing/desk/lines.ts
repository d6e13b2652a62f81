/** The calls and intents that only admins may make, as lines of the table of rights. */
const ADMINS = '401 401 401 403 403 403 403 200 403 401'
const ADMINS_MISS = '401 401 401 403 403 403 403 404 403 401'
/** For an intent, a guest is refused with 403 rather than 401. */
const ADMIN_DOES = '401 403 403 403 403 403 403 200 403 401'
const ADMIN_MISSES = '401 403 403 403 403 403 403 404 403 401'

const LISTS =
  'questions inbox ratings audit creators codes system payments payouts team returns books figures ledger book-file pictures signup-code athletes blocks'

export const DESK_ROUTES = [
  // This line comes before the list of requests, so that the request is in the list when that is played.
  ['POST /api/desk/question', 'request under screening', ADMINS],
  ...LISTS.split(' ').map((name) => [`POST /api/desk/${name}`, 'nothing', ADMINS] as const),
  ['POST /api/desk/system', 'stuck mail', ADMINS],
  ['POST /api/desk/team', 'an invitation', ADMINS],
  ['POST /api/desk/payouts', 'payouts held', ADMINS],
  ['POST /api/desk/find', 'new of guest', ADMINS],
  ['POST /api/desk/messages', 'new of guest', ADMINS],
  ['POST /api/desk/message', 'mail of a question', ADMINS],
  ['POST /api/desk/message', 'nothing', ADMINS_MISS],
  ['POST /api/desk/question', 'new of guest', ADMINS],
  ['POST /api/desk/question', 'delivered of fan', ADMINS],
  ['POST /api/desk/athlete', 'the athlete', ADMINS],
  ['POST /api/desk/athlete', 'a person who is no athlete', ADMINS_MISS],
] as const

export const DESK_INTENTS = [
  ['question.note', 'new of guest', ADMIN_DOES],
  ['question.take', 'new of guest', ADMIN_DOES],
  ['question.release', 'new of guest', ADMIN_DOES],
  ['digest.switch', 'nothing', ADMIN_MISSES],
  ['inbox.update', 'nothing', ADMIN_MISSES],
  ['payment.refund', 'delivered of fan', ADMIN_DOES],
  ['refund.by-hand', 'nothing', ADMIN_MISSES],
  ['code.create', 'nothing', ADMIN_DOES],
  ['code.end', 'nothing', ADMIN_MISSES],
  ['code.restore', 'nothing', ADMIN_MISSES],
  ['athlete.edit', 'the athlete', ADMIN_DOES],
  ['athlete.card', 'a paused athlete', ADMIN_DOES],
  ['athlete.card', 'a person who is no athlete', ADMIN_MISSES],
  ['athlete.restore', 'the athlete', ADMIN_MISSES],
  ['block.add', 'nothing', ADMIN_DOES],
  ['block.lift', 'nothing', ADMIN_MISSES],
  ['sessions.end', 'nothing', ADMIN_MISSES],
  ['trouble.retry', 'nothing', ADMIN_MISSES],
  ['trouble.drop', 'nothing', ADMIN_MISSES],
  ['message.send-again', 'nothing', ADMIN_MISSES],
  ['team.invite', 'nothing', ADMIN_DOES],
  ['team.withdraw', 'nothing', ADMIN_MISSES],
  ['team.set-role', 'the athlete', ADMIN_MISSES],
  ['team.remove', 'the athlete', ADMIN_MISSES],
] as const
