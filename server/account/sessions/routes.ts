import { endSessionsCall } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { attempt } from '../../work.ts'
import { answerSafety, endOwnSessions } from './own-sessions.ts'

/** Where an account is signed in, and signing its devices out. */
export function sessionRoutes({ app, context }: RouteGroup): void {
  app.get(CALLS.safety, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    return answerResult(c, await answerSafety(context, caller))
  })
  app.post(CALLS.endSessions, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, endSessionsCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await attempt(context, (work) => endOwnSessions(work, caller, call.value)))
  })
}
