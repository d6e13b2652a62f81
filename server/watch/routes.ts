import {
  BROWSER_ERROR_BYTES,
  BROWSER_ERRORS_PATH,
  browserErrorCall,
  impersonal,
} from '../../sync/browser-error.ts'
import { readJson } from '../http/body.ts'
import { subjectLimits } from '../http/rate-limit.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'

const AN_HOUR_S = 3_600
/** From one address, and from all together: whoever wants to fill the log does not. */
const MOST = { ofAddress: 20, ofAll: 600 }

/**
 * What browsers report. It is counted, and logged without anything that may have come from a person: the browser has
 * left that out, and it is not believed to have.
 */
export function watchRoutes({ app, context, limit }: RouteGroup): void {
  const { log, metrics } = context
  const total = subjectLimits(context)
  const ofAddress = limit('browser-error', { per: 'address', max: MOST.ofAddress, windowS: AN_HOUR_S })
  app.post(BROWSER_ERRORS_PATH, ofAddress, async (c) => {
    const call = await readJson(c, browserErrorCall, BROWSER_ERROR_BYTES)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const all = await total('browser-error', 'all', { max: MOST.ofAll, windowS: AN_HOUR_S })
    if (!all.ok) return answerRefusal(c, all.refusal)
    const { kind, engine, message, ...report } = call.value
    metrics.browserError({ kind, engine })
    log.warn({ kind, engine, ...report, said: impersonal(message) }, 'a browser reported an error')
    return c.json({})
  })
}
