import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { type Actors, asked, signedIn, view } from '../testing/actors.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 0 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

const asker = (email: string) => ({
  firstName: 'Kim',
  lastName: 'Lee',
  birthDate: '1999-05-05',
  countryCode: 'US',
  city: 'Boston',
  email,
})
const askFrom = (email: string, subject: string) =>
  asked(actors, { amountCents: 0, asker: asker(email), subject })

type Refused = { refusal?: { code: string } }

/** Asks for the links of an address as the page does, after solving the captcha. */
async function lose(email: string, browser: Browser = world.browser()) {
  const { status, body } = await browser.post<Refused>('/api/lost-link', {
    email,
    captcha: await browser.captcha(),
  })
  await world.quiesce()
  return { status, body }
}

const linkMailsTo = (address: string) => world.database.sql<{ text: string; html: string }[]>`
  select text, html from mailbox where recipient = ${address} and subject = 'Your private links at Infield'`

describe('D41 a lost private link', () => {
  test('every question of the address is listed in one mail to it, and each link opens its own', async () => {
    const mine = [await askFrom('Lost@fan.test', 'First'), await askFrom('lost@Fan.test', 'Second <b>')]
    const other = await askFrom('other@fan.test', 'Somebody else’s')
    expect(await lose(' LOST@fan.test ')).toEqual({ status: 200, body: {} })
    const [mail, ...more] = await linkMailsTo('lost@Fan.test')
    expect(more).toHaveLength(0)
    const paths = [...(mail?.text ?? '').matchAll(/\/view\/[\w-]{43}/g)].map(([path]) => path)
    expect(paths).toEqual([mine[1]?.viewPath, mine[0]?.viewPath])
    expect(mail?.text).not.toContain(other.viewPath)
    for (const path of paths) expect(mail?.html).toContain(path)
    expect(mail?.html).not.toContain('<b>')
    expect((await view(world.browser(), paths[1] ?? '')).subject).toBe('First')
  })

  test('a link that was revoked is not mailed', async () => {
    const { questionId } = await askFrom('revoked@fan.test', 'Revoked')
    const { viewPath } = await askFrom('revoked@fan.test', 'Still good')
    await world.database.sql`update question set link_hash = null where id = ${questionId}`
    await lose('revoked@fan.test')
    const [mail] = await linkMailsTo('revoked@fan.test')
    expect([...(mail?.text ?? '').matchAll(/\/view\/[\w-]{43}/g)].map(([path]) => path)).toEqual([viewPath])
  })

  test('D40 whose links were all revoked counts as nobody: the mail is written as sent, and none waits for ever', async () => {
    const { questionId } = await askFrom('gone@fan.test', 'Revoked')
    await world.database.sql`update question set link_hash = null where id = ${questionId}`
    await lose('gone@fan.test')
    expect(await linkMailsTo('gone@fan.test')).toHaveLength(0)
    const [newest] = await world.database.sql`
      select data ->> 'of' as of, sent_at is not null as "isSent" from mail where kind = 'lost-links'
      order by created_at desc limit 1`
    expect(newest).toEqual({ of: null, isSent: true })
  })

  test('D40 who never asked is answered and written down the same, and gets nothing', async () => {
    await askFrom('known@fan.test', 'Known')
    const [known, unknown] = [await written('known@fan.test'), await written('nobody@fan.test')]
    expect(unknown).toEqual(known)
    expect(await linkMailsTo('known@fan.test')).toHaveLength(1)
    expect(await linkMailsTo('nobody@fan.test')).toHaveLength(0)
    const stored = await world.database.sql`
      select from mail m where m::text ilike '%nobody@fan.test%'
      union all select from rate_limit r where r::text ilike '%fan.test%'`
    expect(stored).toHaveLength(0)
  })

  test('S1-8.4 S1-4.28 D44 a visitor without a solved captcha is refused, and nothing is written; a member needs none', async () => {
    const before = await countMails()
    for (const [captcha, code] of [
      [null, 'captcha-missing'],
      ['nonsense', 'captcha-wrong'],
    ]) {
      const refused = await world
        .browser()
        .post<Refused>('/api/lost-link', { email: 'known@fan.test', captcha })
      expect([refused.status, refused.body.refusal?.code]).toEqual([400, code])
    }
    expect(await countMails()).toBe(before)
    const member = await signedIn(world, await world.makePerson({ role: 'basic' }))
    expect((await member.post('/api/lost-link', { email: 'known@fan.test', captcha: null })).status).toBe(200)
  })

  test('S1-8.14 S2-8.12 three mails an hour to one address, known or not', async () => {
    const env = { ...world.context.env, mode: 'development' as const }
    const app = createApp({ ...world.context, env }, { hub: world.hub, site: null })
    const browser = openBrowser((url, init) => app.request(url, init))
    await world.database.sql`delete from rate_limit`
    for (const email of ['known@fan.test', 'nobody@fan.test']) {
      const answers = [
        await lose(email, browser),
        await lose(email, browser),
        await lose(email, browser),
        await lose(email.toUpperCase(), browser),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    }
  })
})

const countMails = async () => (await world.database.sql`select from mail`).length

/** Returns a call's answer, and how many rows it adds. */
async function written(email: string) {
  const count = async () => {
    const [row] = await world.database.sql`
      select (select count(*)::int from mail) as mails, (select count(*)::int from rate_limit) as counted,
        (select count(*)::int from captcha_spent) as captchas`
    return Object.values(row ?? {}).map(Number)
  }
  await world.database.sql`delete from rate_limit`
  const before = await count()
  const answer = await lose(email)
  const after = await count()
  return { answer, more: after.map((rows, at) => rows - (before[at] ?? 0)) }
}
