import { CALLS } from '../../sync/paths.ts'
import { rateCall, reportCall } from '../../sync/rating/rating.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { transactOrRefuse } from '../transact.ts'
import { giveRating } from './give-rating.ts'
import { reportProblem } from './report-problem.ts'

/** Registers the calls with which the holder of a private link rates the answer or reports a problem. */
export function ratingRoutes({ app, context, limit }: RouteGroup): void {
  const saying = limit('feedback', { per: 'address', max: 60, windowS: 3_600 })
  app.post(CALLS.rate, saying, async (c) => {
    const call = await readJson(c, rateCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(
      c,
      await transactOrRefuse(context, (work) => giveRating(work, c.var.found.caller, call.value)),
    )
  })
  app.post(CALLS.report, saying, async (c) => {
    const call = await readJson(c, reportCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(
      c,
      await transactOrRefuse(context, (work) => reportProblem(work, c.var.found.caller, call.value)),
    )
  })
}
