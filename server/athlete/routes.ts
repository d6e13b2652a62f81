import { readDirectoryFilter } from '../../sync/athlete/directory.ts'
import { profileViewCall } from '../../sync/athlete/profile-view.ts'
import { CALLS } from '../../sync/paths.ts'
import { payoutHandleCall } from '../../sync/payment/payout-account.ts'
import { answering, transacting } from '../http/answering.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { countView } from './count-view.ts'
import { findAthlete, listAthletes } from './find.ts'
import { athleteJoinRoutes } from './join/routes.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { pictureRequestRoutes } from './pictures/routes.ts'
import { saveHandle } from './save-profile.ts'

/** The limit for reading the directory and profiles, as data or as a page. */
export const DIRECTORY_READS = { per: 'address', max: 600, windowS: 60 } as const

/** Adds the routes for the directory, public profiles, and an athlete's sign-up, pictures and payout handle. */
export function athleteRoutes(group: RouteGroup): void {
  const { app, context, limit } = group
  athleteJoinRoutes(group)
  pictureRoutes(group)
  pictureRequestRoutes(group)
  const saving = limit('payout-handle', { per: 'caller', max: 30, windowS: 600 })
  const save = transacting(context, payoutHandleCall, (work, caller, { handle }) =>
    saveHandle(work, caller, handle),
  )
  app.post(CALLS.payoutHandle, saving, save)
  const viewing = limit('profile-view', { per: 'address', max: 120, windowS: 3_600 })
  const view = answering(profileViewCall, ({ athleteId }) => countView(context, athleteId))
  app.post(CALLS.profileView, viewing, view)
  const reads = limit('directory', DIRECTORY_READS)
  app.get(CALLS.athletes, reads, async (c) => {
    const { after, ...search } = c.req.query()
    const filter = readDirectoryFilter(search)
    if (!filter.ok) return answerRefusal(c, filter.refusal)
    const address = c.var.clientAddress
    return answerResult(c, await listAthletes(context, { after, filter: filter.value, address }))
  })
  app.get(`${CALLS.athlete}:username`, reads, async (c) =>
    answerResult(c, await findAthlete(context, c.req.param('username'))),
  )
}
