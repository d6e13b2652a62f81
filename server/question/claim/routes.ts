import { CALLS } from '../../../sync/paths.ts'
import { claimsCall, settleClaimCall } from '../../../sync/question/claim.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { attempt } from '../../work.ts'
import { listClaims } from './claims.ts'
import { settleClaim } from './settle-claim.ts'

/** Where the owner of an address says which of the questions asked with it are theirs. */
export function claimRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('claims', { per: 'address', max: 120, windowS: 600 })
  const settling = limit('settle-claim', { per: 'address', max: 60, windowS: 600 })
  app.post(CALLS.claims, looking, async (c) => {
    const call = await readJson(c, claimsCall)
    return call.ok
      ? answerResult(c, await listClaims(context.sql, c.var.found.caller, call.value.token))
      : answerRefusal(c, call.refusal)
  })
  app.post(CALLS.settleClaim, settling, async (c) => {
    const call = await readJson(c, settleClaimCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { caller } = c.var.found
    return answerResult(c, await attempt(context, (work) => settleClaim(work, caller, call.value)))
  })
}
