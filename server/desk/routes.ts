import { athleteCall, athletesCall, blocksCall } from '../../sync/desk/athletes.ts'
import { auditCall, creatorsCall, inboxCall, ratingsCall } from '../../sync/desk/lists.ts'
import { codesCall, systemCall } from '../../sync/desk/office.ts'
import { deskQuestionCall, deskQuestionsCall } from '../../sync/desk/requests.ts'
import { deskPaymentsCall, deskReturnsCall } from '../../sync/desk/returns.ts'
import { deskTeamCall } from '../../sync/desk/team.ts'
import { CALLS } from '../../sync/paths.ts'
import { deskPayoutsCall } from '../../sync/payment/payout.ts'
import { done, type Result } from '../../sync/result.ts'
import { type Caller, type Capability, can } from '../../sync/roles.ts'
import type { Infer, z } from '../../sync/shape.ts'
import { listTeam } from '../account/team/members.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { listPayouts } from '../payment/payout/list-payouts.ts'
import { listPayments, listReturns } from '../payment/returned/list-returns.ts'
import { listActs } from './acts.ts'
import { findAthleteForDesk, listAthletes } from './athletes.ts'
import { listBlocks } from './blocks.ts'
import { listCodes } from './codes.ts'
import { listCreators } from './creators.ts'
import { listInbox } from './inbox.ts'
import { listRatings } from './ratings.ts'
import { findForDesk, listForDesk } from './requests.ts'
import { readSystem } from './system.ts'

/** The admin's paged reads; refused to everybody else on the server (D38). */
export function deskRoutes(group: RouteGroup): void {
  const { context } = group
  reading(group, CALLS.deskQuestions, {
    capability: 'see-requests',
    shape: deskQuestionsCall,
    read: async (call, caller) => done(await listForDesk(context, caller, call)),
  })
  reading(group, CALLS.deskQuestion, {
    capability: 'see-requests',
    shape: deskQuestionCall,
    read: ({ id }, caller) => findForDesk(context, caller, id),
  })
  reading(group, CALLS.deskInbox, {
    capability: 'answer-inbox',
    shape: inboxCall,
    read: async (call) => done(await listInbox(context, call)),
  })
  reading(group, CALLS.deskRatings, {
    capability: 'answer-inbox',
    shape: ratingsCall,
    read: async (call) => done(await listRatings(context, call)),
  })
  reading(group, CALLS.deskAudit, {
    capability: 'see-audit',
    shape: auditCall,
    read: async (call) => done(await listActs(context, call)),
  })
  reading(group, CALLS.deskCodes, {
    capability: 'manage-codes',
    shape: codesCall,
    read: async () => done(await listCodes(context)),
  })
  reading(group, CALLS.deskSystem, {
    capability: 'see-system',
    shape: systemCall,
    read: async () => done(await readSystem(context)),
  })
  reading(group, CALLS.deskAthletes, {
    capability: 'manage-athletes',
    shape: athletesCall,
    read: async (call) => done(await listAthletes(context, call)),
  })
  reading(group, CALLS.deskAthlete, {
    capability: 'manage-athletes',
    shape: athleteCall,
    read: ({ id }) => findAthleteForDesk(context, id),
  })
  reading(group, CALLS.deskBlocks, {
    capability: 'block-address',
    shape: blocksCall,
    read: async () => done(await listBlocks(context)),
  })
  reading(group, CALLS.deskPayments, {
    capability: 'see-payments',
    shape: deskPaymentsCall,
    read: async ({ questionId }) => done(await listPayments(context, questionId)),
  })
  reading(group, CALLS.deskReturns, {
    capability: 'see-money',
    shape: deskReturnsCall,
    read: async () => done(await listReturns(context)),
  })
  reading(group, CALLS.deskPayouts, {
    capability: 'see-money',
    shape: deskPayoutsCall,
    read: async () => done(await listPayouts(context)),
  })
  reading(group, CALLS.deskTeam, {
    capability: 'manage-team',
    shape: deskTeamCall,
    read: async () => done(await listTeam(context)),
  })
  reading(group, CALLS.deskCreators, {
    capability: 'use-desk',
    shape: creatorsCall,
    read: async ({ q }) => done(await listCreators(context, q)),
  })
}

type Reading<S extends z.core.$ZodType> = {
  capability: Capability
  shape: S
  read: (call: Infer<S>, caller: Caller) => Promise<Result<object>>
}

/** One read of the desk: by an admin, of a well-formed call, so many times a minute. */
function reading<S extends z.core.$ZodType>(
  { app, limit }: RouteGroup,
  path: string,
  { capability, shape, read }: Reading<S>,
): void {
  app.post(path, limit('desk', { per: 'caller', max: 600, windowS: 60 }), async (c) => {
    const { caller } = c.var.found
    if (!can(caller, capability))
      return answerRefusal(c, { code: caller.personId ? 'not-allowed' : 'sign-in-first' })
    const call = await readJson(c, shape)
    return call.ok ? answerResult(c, await read(call.value, caller)) : answerRefusal(c, call.refusal)
  })
}
