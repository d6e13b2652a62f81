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
import { done } from '../../sync/result.ts'
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
import { reading } from './reading.ts'
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
  reading(group, DESK_CALLS.deskQuestions, {
    capability: 'see-requests',
    shape: deskQuestionsCall,
    read: async (call, caller) => done(await listForDesk(context, caller, call)),
  })
  reading(group, DESK_CALLS.deskQuestion, {
    capability: 'see-requests',
    shape: deskQuestionCall,
    read: ({ id }, caller) => findForDesk(context, caller, id),
  })
  reading(group, DESK_CALLS.deskInbox, {
    capability: 'answer-inbox',
    shape: inboxCall,
    read: async (call) => done(await listInbox(context, call)),
  })
  reading(group, DESK_CALLS.deskRatings, {
    capability: 'answer-inbox',
    shape: ratingsCall,
    read: async (call) => done(await listRatings(context, call)),
  })
  reading(group, DESK_CALLS.deskCreators, {
    capability: 'use-desk',
    shape: creatorsCall,
    read: async ({ q }) => done(await listCreators(context, q)),
  })
}

/** Adds the reads of athletes, blocked addresses, and the team itself. */
function peopleReads(group: RouteGroup): void {
  const { context } = group
  reading(group, DESK_CALLS.deskAthletes, {
    capability: 'manage-athletes',
    shape: athletesCall,
    read: async (call) => done(await listAthletes(context, call)),
  })
  reading(group, DESK_CALLS.deskAthlete, {
    capability: 'manage-athletes',
    shape: athleteCall,
    read: ({ id }) => findAthleteForDesk(context, id),
  })
  reading(group, DESK_CALLS.deskBlocks, {
    capability: 'block-address',
    shape: blocksCall,
    read: async (call) => done(await listBlocks(context, call)),
  })
  reading(group, DESK_CALLS.deskTeam, {
    capability: 'manage-team',
    shape: deskTeamCall,
    read: async () => done(await listTeam(context)),
  })
}

/** Adds the reads of payments, refunds and payouts. */
function moneyReads(group: RouteGroup): void {
  const { context } = group
  reading(group, DESK_CALLS.deskPayments, {
    capability: 'see-payments',
    shape: deskPaymentsCall,
    read: async ({ questionId }) => done(await listPayments(context, questionId)),
  })
  reading(group, DESK_CALLS.deskReturns, {
    capability: 'see-money',
    shape: deskReturnsCall,
    read: async () => done(await listReturns(context)),
  })
  reading(group, DESK_CALLS.deskBooks, {
    capability: 'see-money',
    shape: deskBooksCall,
    read: async (call) => done(await readBooks(context, daysOf(call))),
  })
  reading(group, DESK_CALLS.deskLedger, {
    capability: 'see-money',
    shape: deskLedgerCall,
    read: async (call) => done(await readLedger(context, call)),
  })
  reading(group, DESK_CALLS.deskBookFile, {
    capability: 'see-money',
    shape: deskBookFileCall,
    read: async (call) => done(await fileUrl(context, call)),
  })
  reading(group, DESK_CALLS.deskPayouts, {
    capability: 'see-money',
    shape: deskPayoutsCall,
    read: async () => done(await listPayouts(context)),
  })
}

/** Adds the search by id, and the reads of mails and push messages. */
function foundReads(group: RouteGroup): void {
  const { context } = group
  reading(group, DESK_CALLS.deskFind, {
    capability: 'use-desk',
    shape: findCall,
    read: async ({ q }, caller) => done(await findThings(context, caller, q)),
  })
  reading(group, DESK_CALLS.deskMessages, {
    capability: 'see-messages',
    shape: messagesCall,
    read: async (call, caller) => done(await listMessages(context, caller, call)),
  })
  reading(group, DESK_CALLS.deskMessage, {
    capability: 'see-messages',
    shape: messageCall,
    read: (call, caller) => lookAtMessage(context, caller, call),
  })
}

/** Adds the reads of the figures, the audit log, the codes, and the state of the system. */
function officeReads(group: RouteGroup): void {
  const { context } = group
  reading(group, DESK_CALLS.deskFigures, {
    capability: 'use-desk',
    shape: deskFiguresCall,
    read: async (call, caller) =>
      done({
        ...(await readFigures(context, caller, daysOf(call))),
        digest: await hasDigest(context.sql, caller),
      }),
  })
  reading(group, DESK_CALLS.deskAudit, {
    capability: 'see-audit',
    shape: auditCall,
    read: async (call, caller) => done(await listActs(context, caller, call)),
  })
  reading(group, DESK_CALLS.deskCodes, {
    capability: 'manage-codes',
    shape: codesCall,
    read: async (call) => done(await listCodes(context, call)),
  })
  reading(group, DESK_CALLS.deskSystem, {
    capability: 'see-system',
    shape: systemCall,
    read: async (_, caller) => done(await readSystem(context, caller)),
  })
}
