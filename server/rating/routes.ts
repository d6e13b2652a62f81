import { CALLS } from '../../sync/paths.ts'
import { rateCall, reportCall } from '../../sync/rating/rating.ts'
import { transacting } from '../http/answering.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { giveRating } from './give-rating.ts'
import { reportProblem } from './report-problem.ts'

/** Registers the calls with which the holder of a private link rates the answer or reports a problem. */
export function ratingRoutes({ app, context, limit }: RouteGroup): void {
  const saying = limit('feedback', { per: 'address', max: 60, windowS: 3_600 })
  app.post(CALLS.rate, saying, transacting(context, rateCall, giveRating))
  app.post(CALLS.report, saying, transacting(context, reportCall, reportProblem))
}
