import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '../../sync/desk/lists.ts'
import type { CodesAnswer, SystemAnswer } from '../../sync/desk/office.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { type Actors, asked, askOf, openCast, prepare, screen, signedIn } from '../testing/actors.ts'
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

test('D27 D28 a discount code made on the desk counts, is told nobody again, and is taken out of use for good', async () => {
  expect(await make('SPRING', { maxUses: 3 })).toMatchObject({ state: 'settled' })
  expect(await make(' SPRING ')).toMatchObject({ refusal: { code: 'id-taken' } })
  expect(await isGood('SPRING')).toBe(true)
  const [code] = await codes()
  expect(code).toMatchObject({
    label: 'The SPRING',
    off: 'percent',
    value: 50,
    used: 0,
    maxUses: 3,
    endedAt: null,
  })
  await asked(actors, { amountCents: 750, discountCode: 'SPRING' })
  expect((await codes())[0]?.used).toBe(1)
  expect(await desk.push('code.end', { codeId: code?.id ?? '' })).toMatchObject({ state: 'settled' })
  expect(await desk.push('code.end', { codeId: code?.id ?? '' })).toMatchObject({
    refusal: { code: 'not-found' },
  })
  expect(await isGood('SPRING')).toBe(false)
  expect(JSON.stringify(await codes())).not.toMatch(/"SPRING"|hash/)
  const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: code?.id ?? '', after: null })
  expect(body.acts.map(({ act }) => act)).toEqual(['code.end', 'code.create'])
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

test('the system says what waits and what is stuck, of nobody', async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  await world.database.sql`
    update mail set sent_at = null, tries = 5, error = 'no route to the mail server' where kind = 'request-approved'`
  const { body } = await desk.post<SystemAnswer>('/api/desk/system', {})
  expect(body.mails.stuck).toMatchObject([
    { kind: 'request-approved', tries: 5, error: 'no route to the mail server' },
  ])
  expect(body.jobs).toMatchObject({ dead: 0 })
  expect(body.money.stuck).toEqual([])
  expect(JSON.stringify(body)).not.toContain('@')
})
