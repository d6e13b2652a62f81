import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AthleteAnswer, AthletesAnswer, BlocksAnswer } from '../../sync/desk/athletes.ts'
import type { AuditAnswer } from '../../sync/desk/audit.ts'
import type { CodesAnswer } from '../../sync/desk/office.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { type Actors, asked, askOf, openCast, prepare, screen, signedIn, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const codes = async () => (await desk.post<CodesAnswer>('/api/desk/codes', {})).body.codes
const make = (code: string, more: object = {}) =>
  desk.push('code.create', {
    codeId: randomUUID(),
    code,
    label: `The ${code}`,
    off: 'percent',
    value: 50,
    maxUses: null,
    maxUsesEach: null,
    expiresAt: null,
    ...more,
  })
const isGood = async (code: string) => {
  const fan = world.browser()
  const ask = askOf(actors)
  await prepare(fan, ask)
  return (await fan.post('/api/check-discount', { code, questionId: ask.questionId })).status === 200
}

test('D27 D28 a discount code made on the desk counts, is told nobody again, and is taken out of use, which can be undone for ten minutes', async () => {
  expect(await make('SPRING', { maxUses: 3 })).toMatchObject({ state: 'settled' })
  expect(await make(' SPRING ')).toMatchObject({ refusal: { code: 'id-taken' } })
  expect(await isGood('SPRING')).toBe(true)
  const over = { expiresAt: (await world.context.clock.now()).getTime() }
  expect(await make('OVER', over)).toMatchObject({ refusal: { code: 'bad-shape' } })
  const [code] = await codes()
  expect(code).toMatchObject({
    label: 'The SPRING',
    off: 'percent',
    value: 50,
    used: 0,
    maxUses: 3,
    endedAt: null,
  })
  const { fan, viewPath } = await asked(actors, { amountCents: 750, discountCode: 'SPRING' })
  expect(await view(fan, viewPath)).toMatchObject({ amountCents: 750, takenOffCents: 750 })
  expect((await codes())[0]?.used).toBe(1)
  expect(await desk.push('code.end', { codeId: code?.id ?? '' })).toMatchObject({ state: 'settled' })
  expect(await desk.push('code.end', { codeId: code?.id ?? '' })).toMatchObject({
    refusal: { code: 'not-found' },
  })
  expect(await isGood('SPRING')).toBe(false)
  const restore = () => desk.push('code.restore', { codeId: code?.id ?? '' })
  expect(await restore()).toMatchObject({ state: 'settled' })
  expect(await isGood('SPRING')).toBe(true)
  expect(await restore()).toMatchObject({ refusal: { code: 'not-found' } })
  await desk.push('code.end', { codeId: code?.id ?? '' })
  await world.database.sql`
    update discount_code set ended_at = app_now() - interval '11 minutes' where id = ${code?.id ?? ''}`
  expect(await restore()).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
  expect(await isGood('SPRING')).toBe(false)
  expect(JSON.stringify(await codes())).not.toMatch(/"SPRING"|hash/)
  const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: code?.id ?? '', after: null })
  expect(body.acts.map(({ act }) => act)).toEqual(['code.end', 'code.restore', 'code.end', 'code.create'])
})

test('D27 what is no discount is not made', async () => {
  const bad = [
    { value: 0 },
    { value: 101 },
    { value: 1.5 },
    { off: 'cents', value: -1 },
    { maxUses: 0 },
    { label: '' },
  ]
  for (const more of bad)
    expect(await make(randomUUID(), more), JSON.stringify(more)).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
  expect(await make('CENTS', { off: 'cents', value: 101, expiresAt: Date.now() + DAY_MS })).toMatchObject({
    state: 'settled',
  })
})

const athletes = async (more: object = {}) =>
  (await desk.post<AthletesAnswer>('/api/desk/athletes', { q: null, state: null, after: null, ...more })).body
const athleteOf = async (id: string) => (await desk.post<AthleteAnswer>('/api/desk/athlete', { id })).body
const actsOn = async (subject: string) =>
  (await desk.post<AuditAnswer>('/api/desk/audit', { subject, after: null })).body.acts.map(({ act }) => act)
const card = (personId: string, named: string) =>
  desk.push('athlete.card', { cardId: randomUUID(), personId, card: named, reason: `Because of ${named}.` })
const mailTo = async (address: string) =>
  (await world.mails()).findLast(({ recipient }) => recipient === address)

test('what the team changes for an athlete is public with it, written down, and never over what it did not see', async () => {
  const { id } = await world.makePerson({ role: 'creator', username: 'teamedit', priceCents: 1_500 })
  const before = { paused: false, promo: false, tags: [] as string[], tiktokEmbeds: [] as string[] }
  const now = {
    ...before,
    promo: true,
    tags: ['running'],
    tiktokEmbeds: ['https://www.tiktok.com/@a/video/7234567890'],
  }
  expect(await desk.push('athlete.edit', { personId: id, before, now })).toMatchObject({ state: 'settled' })
  const { body } = await world.browser().get<object>('/api/athletes/teamedit')
  expect(body).toMatchObject({ promo: true, tags: ['running'], tiktokEmbeds: now.tiktokEmbeds })
  expect(
    await desk.push('athlete.edit', { personId: id, before, now: { ...before, tags: ['football'] } }),
  ).toMatchObject({ refusal: { code: 'changed-meanwhile', detail: { fields: 'tags' } } })
  const wanted = { ...now, paused: true }
  // What is wanted stands there already, by somebody else's hand: it is not refused, and the rest is saved.
  expect(await desk.push('athlete.edit', { personId: id, before, now: wanted })).toMatchObject({
    state: 'settled',
  })
  expect(await athleteOf(id)).toMatchObject(wanted)
  for (const bad of [{ tags: ['<script>'] }, { tiktokEmbeds: ['javascript:alert(1)'] }])
    expect(
      await desk.push('athlete.edit', { personId: id, before: now, now: { ...now, ...bad } }),
    ).toMatchObject({
      refusal: { code: 'bad-shape' },
    })
  expect(await athletes({ q: 'teame', state: 'promo' })).toMatchObject({
    athletes: [{ id, promo: true }],
    more: false,
  })
  expect(await actsOn(id)).toEqual(['athlete.edit', 'athlete.edit'])
})

test('S2-9.17 D52 yellow warns, red takes the listing away and gives open questions back, termination closes the account', async () => {
  const athlete = await world.makePerson({ role: 'creator', username: 'carded', priceCents: 1_500 })
  const own = { ...actors, athlete }
  const phone = await signedIn(world, athlete)
  expect(await card(athlete.id, 'yellow')).toMatchObject({ state: 'settled' })
  await world.quiesce()
  expect(await mailTo(athlete.email)).toMatchObject({ subject: 'A warning: yellow card' })
  expect((await mailTo(athlete.email))?.text).toContain('Because of yellow.')
  expect(await athleteOf(athlete.id)).toMatchObject({ gone: null, paused: false, cards: 1 })
  const [fresh, approved] = [await asked(own), await asked(own)]
  await screen(own, approved.questionId)
  expect((await athleteOf(athlete.id)).open).toBe(2)
  expect(await card(athlete.id, 'red')).toMatchObject({ state: 'settled' })
  await world.quiesce()
  const ended = await world.database.sql`
    select reason, hold_state from question where id in ${world.database.sql([fresh.questionId, approved.questionId])}`
  expect(ended).toEqual(Array(2).fill({ reason: 'athlete-removed', hold_state: 'released' }))
  // No page leads to the athlete now.
  expect((await view(approved.fan, approved.viewPath)).athlete.isListed).toBe(false)
  expect((await world.browser().get('/api/athletes/carded')).status).toBe(404)
  expect((await phone.session()).person?.id).toBe(athlete.id)
  // Only the team lists a removed profile again, and the athlete then ends the pause when ready.
  expect(await desk.push('athlete.restore', { personId: athlete.id })).toMatchObject({ state: 'settled' })
  expect(await athleteOf(athlete.id)).toMatchObject({ gone: null, paused: true })
  // a link that signs in and one that sets a password, both unused
  const mailed: string[] = []
  for (const call of ['send-link', 'forgot-password']) {
    await world.browser().post(`/api/account/${call}`, { email: athlete.email })
    await world.quiesce()
    mailed.push(/#token=([\w-]{43})/.exec((await mailTo(athlete.email))?.text ?? '')?.[1] ?? '')
  }
  expect(await card(athlete.id, 'termination')).toMatchObject({ state: 'settled' })
  await world.quiesce()
  const [link = '', reset = ''] = mailed
  const use = async (call: string, body: object) =>
    (await world.browser().post(`/api/account/${call}`, body)).status
  expect([
    await use('use-link', { token: link }),
    await use('reset-password', { token: reset, password: 'another long password' }),
  ]).toEqual([410, 410])
  expect((await mailTo(athlete.email))?.subject).toBe('Your account is closed')
  expect((await phone.session()).person).toBeNull()
  const { email, password } = athlete
  const again = await world
    .browser()
    .post<{ refusal: object }>('/api/auth/sign-in/email', { email, password })
  expect([again.status, again.body.refusal]).toEqual([403, { code: 'account-closed' }])
  const guess = { email, password: 'not the password' }
  expect((await world.browser().post('/api/auth/sign-in/email', guess)).status).toBe(401)
  expect(await card(athlete.id, 'yellow')).toMatchObject({ refusal: { code: 'already-decided' } })
  expect(await athletes({ state: 'closed' })).toMatchObject({
    athletes: [{ username: 'carded', gone: 'closed', cards: 3 }],
  })
  expect(await actsOn(athlete.id)).toEqual([
    'athlete.card',
    'athlete.restore',
    'athlete.card',
    'athlete.card',
  ])
})

test('an abuser can no longer ask, as a guest or by an account, however the address is written, until it is lifted', async () => {
  const fan = await world.makePerson({ role: 'basic', username: 'abusive' })
  const blockId = randomUUID()
  const block = { blockId, email: fan.email.toUpperCase(), reason: 'Threats' }
  const as = (email: string) => askOf(actors, { asker: { ...askOf(actors).asker, email } })
  const { fan: guest } = await asked(actors, as(fan.email.replace('@', '+x@')))
  expect(await desk.push('block.add', block)).toMatchObject({ state: 'settled' })
  expect(await desk.push('block.add', { ...block, blockId: randomUUID() })).toMatchObject({
    refusal: { code: 'id-taken' },
  })
  const phone = await signedIn(world, fan)
  const refused = { status: 403, body: { refusal: { code: 'asking-refused' } } }
  expect(await prepare(guest, as('somebody@else.test'))).toMatchObject(refused)
  expect(await prepare(phone, as('somebody@else.test'))).toMatchObject(refused)
  expect((await prepare(world.browser(), as('somebody@else.test'))).status).toBe(200)
  const { body } = await desk.post<BlocksAnswer>('/api/desk/blocks', {})
  expect(body.blocks).toMatchObject([{ id: blockId, email: fan.email.toLowerCase(), reason: 'Threats' }])
  expect(await desk.push('block.lift', { blockId })).toMatchObject({ state: 'settled' })
  const [lifted] = await world.database.sql`select email, reason from blocked_address where id = ${blockId}`
  expect(lifted).toEqual({ email: null, reason: '' })
  expect((await prepare(phone, as(fan.email))).status).toBe(200)
  expect(await actsOn(blockId)).toEqual(['block.lift', 'block.add'])
})

test('D117 what is only typed refuses nobody: a blocked address is told to the desk, and its account may go on', async () => {
  const victim = await world.makePerson({ role: 'basic', username: 'blameless' })
  const asker = { ...askOf(actors).asker, email: victim.email }
  const { questionId, fan } = await asked(actors, { asker })
  const block = { blockId: randomUUID(), email: victim.email, reason: 'Threats', questionId }
  expect(await desk.push('block.add', block)).toMatchObject({ state: 'settled' })
  expect((await prepare(fan, askOf(actors, { asker }))).body).toMatchObject({
    refusal: { code: 'asking-refused' },
  })
  expect((await prepare(await signedIn(world, victim), askOf(actors, { asker }))).status).toBe(200)
  const again = await asked(actors, { asker })
  // typed once it was blocked, the address refuses nothing later either
  expect((await prepare(again.fan, askOf(actors))).status).toBe(200)
  const seen = await desk.post<{ flags: string[] }>('/api/desk/question', { id: again.questionId })
  expect(seen.body.flags).toContain('blocked')
  const blocks = async () =>
    (await desk.post<BlocksAnswer>('/api/desk/blocks', {})).body.blocks.filter(
      ({ email }) => email === victim.email.toLowerCase(),
    )
  expect(await blocks()).toMatchObject([{ id: block.blockId, guestsOnly: true }])
  const wider = { blockId: randomUUID(), email: victim.email, reason: 'Threats from the account' }
  expect(await desk.push('block.add', wider)).toMatchObject({ state: 'settled' })
  expect(await blocks()).toMatchObject([{ id: wider.blockId, reason: wider.reason, guestsOnly: false }])
  expect((await prepare(await signedIn(world, victim), askOf(actors))).body).toMatchObject({
    refusal: { code: 'asking-refused' },
  })
  expect(await actsOn(wider.blockId)).toEqual(['block.add'])
  for (const narrower of [{ questionId }, {}])
    expect(await desk.push('block.add', { ...wider, ...narrower, blockId: randomUUID() })).toMatchObject({
      refusal: { code: 'id-taken' },
    })
})

test('a changed sign-up code and every decision on a picture are written down', async () => {
  const requestId = randomUUID()
  await desk.post('/api/desk/signup-code', {})
  await desk.push('picture.request', { requestId, personId: actors.athlete.id, place: 'profile' })
  await desk.push('picture.withdraw', { requestId })
  expect(await actsOn(requestId)).toEqual(['picture.withdraw', 'picture.request'])
  const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: null, after: null })
  expect(body.acts.map(({ act }) => act)).toContain('signup-code.change')
})

test('a list of the desk is shown to its end, page by page, also where many things share a moment', async () => {
  const { sql } = world.database
  await sql`
    insert into discount_code (id, code_hash, label, cents_off)
    select gen_random_uuid(), 'many ' || n, 'Many', 100 from generate_series(1, 230) n`
  await sql`
    insert into blocked_address (id, address_hash, email, reason, blocked_by)
    select gen_random_uuid(), 'many ' || n, n || '@many.test', 'Many', ${actors.admin.id} from generate_series(1, 130) n`
  const lists = {
    codes: async (after: object | null) => {
      const { body } = await desk.post<CodesAnswer>('/api/desk/codes', { after })
      return { rows: body.codes.map(({ id, createdAt }) => ({ id, at: createdAt })), more: body.more }
    },
    blocks: async (after: object | null) => {
      const { body } = await desk.post<BlocksAnswer>('/api/desk/blocks', { after })
      return { rows: body.blocks.map(({ id, at }) => ({ id, at })), more: body.more }
    },
  }
  for (const list of Object.values(lists)) {
    const ids: string[] = []
    let page = await list(null)
    for (;;) {
      ids.push(...page.rows.map(({ id }) => id))
      if (!page.more) break
      page = await list(page.rows.at(-1) ?? null)
    }
    expect(new Set(ids).size).toBe(ids.length)
    const [all] =
      list === lists.codes
        ? await sql<{ n: number }[]>`select count(*)::int as n from discount_code`
        : await sql<{ n: number }[]>`select count(*)::int as n from blocked_address where lifted_at is null`
    expect(ids.length).toBe(all?.n)
  }
})
