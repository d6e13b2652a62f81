import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrepareAskAnswer } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, answered, askOf, openCast, pay, prepare } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { browserAt } from '../testing/browser-at.ts'

const DECLINED = '4000000000000002'

let actors: Actors
beforeAll(async () => {
  actors = await openCast({ parts: { limitFactor: 1 } })
})
afterAll(() => actors.world.end())

type Refused = { refusal?: { code: string } }

const at = (address: string) => browserAt(actors.world, address)

const codeOf = ({ body }: { body: unknown }) => (body as Refused).refusal?.code

/** Declines cards for one payment; the provider reports each. */
async function decline(fan: Browser, { clientSecret }: PrepareAskAnswer, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await pay(fan, clientSecret, DECLINED)
  await actors.world.quiesce()
}

test('whoever tries one card after the other opens no further payment, in this browser or another of the network', async () => {
  const fan = at('2001:db8:7:1::1')
  const first = await prepare(fan, askOf(actors))
  await decline(fan, first.body, 4)
  const second = await prepare(fan, askOf(actors))
  expect(second.status).toBe(200)
  await decline(fan, second.body, 4)
  expect(codeOf(await prepare(fan, askOf(actors)))).toBe('too-many-requests')
  expect(codeOf(await prepare(at('2001:db8:7:1::2'), askOf(actors)))).toBe('too-many-requests')
  // a free question tries no card
  expect(codeOf(await prepare(at('2001:db8:7:1::2'), askOf(actors, { amountCents: 0 })))).not.toBe(
    'too-many-requests',
  )
  expect((await prepare(at('2001:db8:8:1::1'), askOf(actors))).status).toBe(200)
  await actors.world.advance(HOUR_MS)
  expect((await prepare(fan, askOf(actors))).status).toBe(200)
})

test('a whole network of addresses is counted as well, with more room', async () => {
  const addresses = ['2001:db8:9:100::1', '2001:db8:9:101::1', '2001:db8:9:102::1']
  for (const address of addresses.slice(0, 2)) {
    const fan = at(address)
    await decline(fan, (await prepare(fan, askOf(actors))).body, 4)
    await decline(fan, (await prepare(fan, askOf(actors))).body, 4)
  }
  expect(codeOf(await prepare(at(addresses[2] ?? ''), askOf(actors)))).toBe('too-many-requests')
})

test('a payment that too many cards were tried for is given up', async () => {
  const fan = at('203.0.113.50')
  const { body } = await prepare(fan, askOf(actors))
  const stateOf = async () => {
    const [row] = await actors.world.database.sql<{ state: string }[]>`
      select state from hold where id = ${body.paymentIntentId ?? ''}`
    return row?.state
  }
  await decline(fan, body, 7)
  expect(await stateOf()).toBe('pending')
  await decline(fan, body, 1)
  expect(await stateOf()).toBe('released')
})

test('payments opened beforehand are given up with the eighth declined card, tips too, and nobody else’s', async () => {
  const { viewPath } = await answered(actors, {}, at('192.0.2.7'))
  const fan = at('203.0.113.70')
  const opened = []
  for (let time = 0; time < 4; time += 1) opened.push((await prepare(fan, askOf(actors))).body)
  const [first, second, third, confirmed] = opened
  if (!first || !second || !third || !confirmed) throw new Error('four were opened')
  const tipId = crypto.randomUUID()
  const tip = {
    tipId,
    token: viewPath.split('/').at(-1),
    amount: 500,
    currency: 'usd',
    capture_method: 'automatic',
  }
  expect((await fan.post('/api/create-payment-intent', tip)).status).toBe(200)
  const sameAddress = (await prepare(at('203.0.113.70'), askOf(actors))).body
  const neighbour = (await prepare(at('203.0.113.71'), askOf(actors))).body
  await pay(fan, confirmed.clientSecret)
  // Somebody behind the same address has asked, and their card is confirmed, which we have not read yet.
  const wantedSince = async (minutes: number) => {
    const { body } = await prepare(at('203.0.113.70'), askOf(actors))
    await actors.world.database.sql`
      update prepared_ask set wanted_at = app_now() - ${minutes} * interval '1 minute'
      where id = (select ask_id from hold where id::text = ${body.paymentIntentId})`
    return body
  }
  const wanted = await wantedSince(0)
  // No card was confirmed for this one long after it was submitted.
  const left = await wantedSince(16)
  const states = async () => {
    await actors.world.quiesce()
    const { sql } = actors.world.database
    const ids = [third, confirmed, sameAddress, neighbour, wanted, left].map(
      ({ paymentIntentId }) => paymentIntentId ?? '',
    )
    const holds = await sql<
      { id: string; state: string }[]
    >`select id, state from hold where id = any(${ids}::uuid[])`
    const [row] = await sql<{ state: string }[]>`select state from tip where id = ${tipId}`
    return [...ids.map((id) => holds.find((hold) => hold.id === id)?.state), row?.state]
  }
  await decline(fan, first, 4)
  await decline(fan, second, 3)
  const [, paid] = await states()
  expect(await states()).toEqual(['pending', paid, ...Array(5).fill('pending')])
  await decline(fan, second, 1)
  const gone = 'released'
  expect(await states()).toEqual([gone, paid, gone, 'pending', 'pending', gone, gone])
  expect(paid).not.toBe('pending')
  await decline(at('203.0.113.71'), neighbour, 1)
  expect((await states()).at(3), 'the network has more room').toBe('pending')
})

test('the documented call counts where the others do', async () => {
  const fan = at('203.0.113.90')
  const { athlete } = actors
  const asker = { firstName: 'Kim', lastName: 'Lee', dob: '1999-05-05', city: 'Boston', country: 'US' }
  const who = { ...asker, email: 'kim@documented.test', responderUuid: athlete.id }
  const open = async () => {
    const wanted = { amount: 1_500, currency: 'usd', capture_method: 'manual', email: who.email }
    return fan.post<PrepareAskAnswer>('/api/create-payment-intent', { ...wanted, athlete_id: athlete.id })
  }
  expect((await fan.post('/api/check-existing-user', who)).status).toBe(200)
  const opened = await open()
  expect(opened.status).toBe(200)
  await decline(fan, opened.body, 8)
  expect(codeOf(await open())).toBe('too-many-requests')
})
