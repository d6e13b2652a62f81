import { mineCall, mineLinkCall, openMineCall } from '../../sync/account/mine.ts'
import { CALLS } from '../../sync/paths.ts'
import { done } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { admitMail } from '../account/access/admit-mail.ts'
import { readJson } from '../http/body.ts'
import { subjectLimits } from '../http/rate-limit.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { checkTicket } from '../media/play.ts'
import { transactOrRefuse } from '../transact.ts'
import { mailMineLink, openMine } from './data-link.ts'
import { exportOf } from './export.ts'
import { keep, leave } from './leave.ts'
import { describeMine } from './my-data.ts'

const HOUR_S = 3_600
const TRIES = { per: 'address', max: 30, windowS: 900 } as const

/** Adds the routes for one's own data: its link, a copy, leaving, and coming back. */
export function erasureRoutes(group: RouteGroup): void {
  dataLinks(group)
  leaving(group)
  copies(group)
}

function dataLinks({ app, context, limit }: RouteGroup): void {
  const limitSubject = subjectLimits(context)
  const mails = { per: 'network', max: 5, windowS: HOUR_S } as const
  app.post(CALLS.mineLink, limit('mine-link', mails), async (c) => {
    const call = await readJson(c, mineLinkCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { email } = call.value
    return answerResult(
      c,
      await transactOrRefuse(context, async (work) => {
        const admitted = await admitMail(work, c, { kind: 'mine-link', email })
        return admitted.ok ? done(await mailMineLink(work, email)) : admitted
      }),
    )
  })
  app.post(CALLS.openMine, limit('open-mine', TRIES), async (c) => {
    const call = await readJson(c, openMineCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { caller } = c.var.found
    const who = principalOf(caller) ?? 'nobody'
    const counted = await limitSubject('open-mine', who, { max: 10, windowS: 900 })
    if (!counted.ok) return answerRefusal(c, counted.refusal)
    return answerResult(c, await openMine(context, caller, call.value.password))
  })
  app.post(CALLS.mine, limit('mine', TRIES), async (c) => {
    const call = await readJson(c, mineCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await describeMine(context, call.value.token))
  })
}

function leaving({ app, context, limit }: RouteGroup): void {
  for (const [path, name, run] of [
    [CALLS.leave, 'leave', leave],
    [CALLS.keep, 'keep', keep],
  ] as const) {
    app.post(path, limit(name, TRIES), async (c) => {
      const call = await readJson(c, mineCall)
      if (!call.ok) return answerRefusal(c, call.refusal)
      return answerResult<object>(
        c,
        await transactOrRefuse<object>(context, (work) => run(work, call.value.token)),
      )
    })
  }
}

function copies({ app, context, limit }: RouteGroup): void {
  const exports = { per: 'address', max: 20, windowS: HOUR_S } as const
  app.get(CALLS.exportMine, limit('export-mine', exports), async (c) => {
    const [of, ticket] = [c.req.query('of') ?? '', c.req.query('t') ?? '']
    const now = (await context.clock.now()).getTime()
    const shown = checkTicket(context.secrets.exportTicket, { mediaId: of, ticket }, now)
    const archive = shown.ok ? await exportOf(context, of) : null
    if (!archive) return answerRefusal(c, { code: 'not-found' })
    return new Response(archive, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${PRODUCT.name.toLowerCase()}-my-data.zip"`,
      },
    })
  })
}
