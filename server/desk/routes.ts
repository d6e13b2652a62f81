import { athleteCall, athletesCall, blocksCall } from '../../sync/desk/athlete-calls.ts'
import { auditCall } from '../../sync/desk/audit.ts'
import { deskBookFileCall, deskBooksCall, deskLedgerCall } from '../../sync/desk/books.ts'
import { DESK_CALLS } from '../../sync/desk/desk-paths.ts'
import { deskFiguresCall } from '../../sync/desk/figures.ts'
import { creatorsCall, inboxCall, ratingsCall } from '../../sync/desk/lists.ts'
import { messageCall, messagesCall } from '../../sync/desk/messages.ts'
import { codesCall, systemCall } from '../../sync/desk/office.ts'
import { deskQuestionCall, deskQuestionsCall } from '../../sync/desk/requests.ts'
import { deskPaymentsCall, deskReturnsCall } from '../../sync/desk/returns.ts'
import { deskTeamCall } from '../../sync/desk/team.ts'
import { findCall } from '../../sync/desk/things.ts'
import { deskPayoutsCall } from '../../sync/payment/payout.ts'
import { listTeam } from '../account/team/members.ts'
import { readFigures } from '../figures/read-figures.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { fileUrl } from '../payment/books/files.ts'
import { daysOf } from '../payment/books/period.ts'
import { readBooks } from '../payment/books/read-books.ts'
import { readLedger } from '../payment/books/read-ledger.ts'
import { listPayouts } from '../payment/payout/list-payouts.ts'
import { listPayments, listReturns } from '../payment/refunds-and-disputes/list-returns.ts'
import { listActs } from './acts.ts'
import { findAthleteForDesk, listAthletes } from './athletes.ts'
import { listBlocks } from './blocks.ts'
import { listCodes } from './codes.ts'
import { listCreators } from './creators.ts'
import { findThings } from './found/find-things.ts'
import { listInbox } from './inbox.ts'
import { listMessages } from './messages/list-messages.ts'
import { lookAtMessage } from './messages/look-message.ts'
import { listRatings } from './ratings.ts'
import { readings } from './reading.ts'
import { findForDesk, listForDesk } from './requests.ts'
import { hasDigest } from './screening/switch-digest.ts'
import { readSystem } from './system.ts'

/** Adds the routes of the desk's paged reads; the server refuses them to everybody but the team (D38). */
export function deskRoutes(group: RouteGroup): void {
  requestReads(group)
  peopleReads(group)
  moneyReads(group)
  foundReads(group)
  officeReads(group)
}

/** Adds the reads of requests, and of messages to the team. */
function requestReads(group: RouteGroup): void {
  const { context } = group
  const { find, list } = readings(group)
  list(DESK_CALLS.deskQuestions, 'see-requests', deskQuestionsCall, (call, caller) =>
    listForDesk(context, caller, call),
  )
  find(DESK_CALLS.deskQuestion, 'see-requests', deskQuestionCall, ({ id }, caller) =>
    findForDesk(context, caller, id),
  )
  list(DESK_CALLS.deskInbox, 'answer-inbox', inboxCall, (call) => listInbox(context, call))
  list(DESK_CALLS.deskRatings, 'answer-inbox', ratingsCall, (call) => listRatings(context, call))
  list(DESK_CALLS.deskCreators, 'use-desk', creatorsCall, ({ q }) => listCreators(context, q))
}

/** Adds the reads of athletes, blocked addresses, and the team itself. */
function peopleReads(group: RouteGroup): void {
  const { context } = group
  const { find, list } = readings(group)
  list(DESK_CALLS.deskAthletes, 'manage-athletes', athletesCall, (call) => listAthletes(context, call))
  find(DESK_CALLS.deskAthlete, 'manage-athletes', athleteCall, ({ id }) => findAthleteForDesk(context, id))
  list(DESK_CALLS.deskBlocks, 'block-address', blocksCall, (call) => listBlocks(context, call))
  list(DESK_CALLS.deskTeam, 'manage-team', deskTeamCall, () => listTeam(context))
}

/** Adds the reads of payments, refunds and payouts. */
function moneyReads(group: RouteGroup): void {
  const { context } = group
  const { list } = readings(group)
  list(DESK_CALLS.deskPayments, 'see-payments', deskPaymentsCall, ({ questionId }) =>
    listPayments(context, questionId),
  )
  list(DESK_CALLS.deskReturns, 'see-money', deskReturnsCall, () => listReturns(context))
  list(DESK_CALLS.deskBooks, 'see-money', deskBooksCall, (call) => readBooks(context, daysOf(call)))
  list(DESK_CALLS.deskLedger, 'see-money', deskLedgerCall, (call) => readLedger(context, call))
  list(DESK_CALLS.deskBookFile, 'see-money', deskBookFileCall, (call) => fileUrl(context, call))
  list(DESK_CALLS.deskPayouts, 'see-money', deskPayoutsCall, () => listPayouts(context))
}

/** Adds the search by id, and the reads of mails and push messages. */
function foundReads(group: RouteGroup): void {
  const { context } = group
  const { find, list } = readings(group)
  list(DESK_CALLS.deskFind, 'use-desk', findCall, ({ q }, caller) => findThings(context, caller, q))
  list(DESK_CALLS.deskMessages, 'see-messages', messagesCall, (call, caller) =>
    listMessages(context, caller, call),
  )
  find(DESK_CALLS.deskMessage, 'see-messages', messageCall, (call, caller) =>
    lookAtMessage(context, caller, call),
  )
}

/** Adds the reads of the figures, the audit log, the codes, and the state of the system. */
function officeReads(group: RouteGroup): void {
  const { context } = group
  const { list } = readings(group)
  list(DESK_CALLS.deskFigures, 'use-desk', deskFiguresCall, async (call, caller) => ({
    ...(await readFigures(context, caller, daysOf(call))),
    digest: await hasDigest(context.sql, caller),
  }))
  list(DESK_CALLS.deskAudit, 'see-audit', auditCall, (call, caller) => listActs(context, caller, call))
  list(DESK_CALLS.deskCodes, 'manage-codes', codesCall, (call) => listCodes(context, call))
  list(DESK_CALLS.deskSystem, 'see-system', systemCall, (_, caller) => readSystem(context, caller))
}
