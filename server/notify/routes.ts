import { createHash } from 'node:crypto'
import { pushSubscriptionCall } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { attempt } from '../work.ts'
import { keptMails, mailboxPage, STYLE } from './mailbox-page.ts'
import { subscribeDevice } from './push.ts'

/** Where devices are reached, and the mailbox page while no SMTP server is configured. */
export function notifyRoutes({ app, context }: RouteGroup): void {
  app.post(CALLS.pushSubscription, async (c) => {
    if (!c.var.found.caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, pushSubscriptionCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(
      c,
      await attempt(context, (work) => subscribeDevice(work, c.var.found.caller, call.value)),
    )
  })
  if (context.env.mode === 'production' || context.env.smtpUrl) return
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  app.get('/dev/mail', async (c) => {
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    )
    return c.html(mailboxPage(await keptMails(context.sql)))
  })
}
