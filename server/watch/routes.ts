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
/**
 * How many reports one address may send (the networks around it a multiple), and how many of all together are
 * logged, so that nobody can fill the log.
 */
const MOST = { ofAddress: 20, ofAll: 600 }

/**
 * Registers the call with which browsers report errors. A report is counted, beyond what is logged as well, and
 * logged without anything that may be personal. The browser already removes that, but the server does not rely on it.
 */
export function watchRoutes({ app, context, limit }: RouteGroup): void {
  const { log, metrics } = context
  const total = subjectLimits(context)
  const ofNetwork = limit('browser-error', { per: 'network', max: MOST.ofAddress, windowS: AN_HOUR_S })
  app.post(BROWSER_ERRORS_PATH, ofNetwork, async (c) => {
    const call = await readJson(c, browserErrorCall, BROWSER_ERROR_BYTES)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { kind, engine, message, ...report } = call.value
    metrics.browserError({ kind, engine })
    const all = await total('browser-error', 'all', { max: MOST.ofAll, windowS: AN_HOUR_S })
    if (!all.ok) return answerRefusal(c, all.refusal)
    log.warn({ kind, engine, ...report, said: impersonal(message) }, 'a browser reported an error')
    return c.json({})
  })
}
