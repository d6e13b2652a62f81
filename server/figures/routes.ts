import { myFiguresCall } from '../../sync/desk/figures.ts'
import { CALLS } from '../../sync/paths.ts'
import { can } from '../../sync/roles.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { readMyFigures } from './read-figures.ts'

/** Adds the route of an athlete's own figures; those of the desk are among its reads. */
export function figureRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('my-figures', { per: 'caller', max: 120, windowS: 600 })
  app.post(CALLS.myFigures, looking, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    if (!can(caller, 'get-paid')) return answerRefusal(c, { code: 'not-allowed' })
    const call = await readJson(c, myFiguresCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return c.json(await readMyFigures(context, caller.personId, call.value.of))
  })
}
