import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGN_IN_LINK_MS } from '../../sync/limits.ts'
import { CALLS, HEADERS } from '../../sync/paths.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

/** Asks for a link to sign in while the mail server is away, and lets it come back after a time. */
async function linkAfter(ms: number): Promise<{ sent: number; because: string | null }> {
  const { email } = await world.makePerson({ role: 'basic' })
  const { send } = world.context.mail
  const before = (await world.mails()).length
  world.context.mail.send = () => Promise.reject(new Error('no route to the mail server'))
  const browser = world.browser()
  const headers = { [HEADERS.captcha]: await browser.captcha() }
  await browser.request(CALLS.sendLink, { method: 'POST', body: { email }, headers })
  await world.context.jobs.runDue()
  world.context.mail.send = send
  await world.database
    .sql`update boss.job set start_after = boss.job_now() where name = 'mail.send' and state = 'retry'`
  await world.advance(ms)
  await world.quiesce()
  const [mail] = await world.database.sql<{ because: string | null }[]>`
    select not_sent_because as because from mail where kind = 'sign-in-link' order by created_at desc limit 1`
  return { sent: (await world.mails()).length - before, because: mail?.because ?? null }
}

test('a link is mailed late as long as it opens something', async () => {
  expect(await linkAfter(0)).toEqual({ sent: 1, because: null })
})

test('a link that no longer opens anything is not mailed late as one that does', async () => {
  expect(await linkAfter(SIGN_IN_LINK_MS)).toEqual({ sent: 0, because: 'no-longer-true' })
})
