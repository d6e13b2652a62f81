import { mineCall, mineLinkCall, openMineCall } from '../../sync/account/mine.ts'
import { CALLS } from '../../sync/paths.ts'
import { done } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { admitMail } from '../account/access/admit-mail.ts'
import { answering, transacting } from '../http/answering.ts'
import { subjectLimits } from '../http/rate-limit.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { checkTicket } from '../media/play.ts'
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
  const mail = transacting(context, mineLinkCall, async (work, _, { email }, c) => {
    const admitted = await admitMail(work, c, { kind: 'mine-link', email })
    return admitted.ok ? done(await mailMineLink(work, email)) : admitted
  })
  app.post(CALLS.mineLink, limit('mine-link', mails), mail)
  const open = answering(openMineCall, async ({ password }, c) => {
    const { caller } = c.var.found
    const who = principalOf(caller) ?? 'nobody'
    const counted = await limitSubject('open-mine', who, { max: 10, windowS: 900 })
    return counted.ok ? openMine(context, caller, password) : counted
  })
  app.post(CALLS.openMine, limit('open-mine', TRIES), open)
  const describe = answering(mineCall, ({ token }) => describeMine(context, token))
  app.post(CALLS.mine, limit('mine', TRIES), describe)
}

function leaving({ app, context, limit }: RouteGroup): void {
  const going = transacting(context, mineCall, (work, _, { token }) => leave(work, token))
  app.post(CALLS.leave, limit('leave', TRIES), going)
  const staying = transacting(context, mineCall, (work, _, { token }) => keep(work, token))
  app.post(CALLS.keep, limit('keep', TRIES), staying)
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
