import { createHash } from 'node:crypto'
import type { Context as Call } from 'hono'
import { lostLinkCall } from '../../sync/account/account-calls.ts'
import { pushReceivedCall, pushSubscriptionCall } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { done, type Result } from '../../sync/result.ts'
import { signInFirst, transacting } from '../http/answering.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import type { TxContext } from '../transact.ts'
import { mailLostLinks } from './lost-links.ts'
import { keptMails, mailboxPage, mailPage, STYLE } from './mailbox-page.ts'
import { receivePush, subscribeDevice } from './push-messages.ts'

const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * Checks whether a call may send a mail to the address it names; `account/` provides it, because it knows which
 * addresses it knows.
 */
type AdmitMail = (
  work: TxContext,
  c: Call<AppEnv>,
  asked: { kind: 'lost-link'; email: string; captcha?: string | null },
) => Promise<Result<true>>

/**
 * Registers the calls for push subscriptions and lost links, and the mailbox page while no SMTP server is
 * configured.
 */
export function notifyRoutes(group: RouteGroup, admitMail: AdmitMail): void {
  const { app, context, limit } = group
  app.post(CALLS.pushSubscription, signInFirst, transacting(context, pushSubscriptionCall, subscribeDevice))
  const receive = transacting(context, pushReceivedCall, async (work, _, { pushId }) => {
    await receivePush(work, pushId)
    return done({})
  })
  app.post(CALLS.pushReceived, limit('push-received', RECEIVED), receive)
  lostLinkRoute(group, admitMail)
  if (context.env.mode === 'production' || context.env.smtpUrl) return
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  app.get('/dev/mail', async (c) => {
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; frame-ancestors 'none'`,
    )
    return c.html(mailboxPage(await keptMails(context.sql)))
  })
  app.get('/dev/mail/:id', async (c) => {
    const mail = await mailPage(context.sql, c.req.param('id'))
    if (mail === null) return answerRefusal(c, { code: 'not-found' })
    c.header('content-security-policy', MAIL_POLICY)
    return c.html(mail)
  })
}

/** How many received push messages one address may report. */
const RECEIVED = { per: 'address', max: 600, windowS: 3_600 } as const

/** How many mails one network may request; `admitMail` limits the mails to one address. */
const LOST = { per: 'network', max: 10, windowS: 3_600 } as const

/** Registers the call that mails lost links to an address; the answer is the same for every address. */
function lostLinkRoute({ app, context, limit }: RouteGroup, admitMail: AdmitMail): void {
  const mail = transacting(context, lostLinkCall, async (work, _, { email, captcha }, c) => {
    const admitted = await admitMail(work, c, { kind: 'lost-link', email, captcha })
    if (admitted.ok) await mailLostLinks(work, email)
    return admitted.ok ? done({}) : admitted
  })
  app.post(CALLS.lostLink, limit('lost-link', LOST), mail)
}
