import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../sync/limits.ts'
import type { MoneyAnswer } from '../../../sync/payment/statement.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  pay,
  screen,
  signedIn,
  view,
} from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'

let actors: Actors
let athlete: Browser
let fan: Browser
let fanId: string
beforeAll(async () => {
  actors = await openCast({ priceCents: 1_501 })
  athlete = await signedIn(actors.world, actors.athlete)
  const person = await actors.world.makePerson({ role: 'basic' })
  fan = await signedIn(actors.world, person)
  fanId = person.id
})
afterAll(() => actors.world.end())

const moneyOf = async (browser: Browser) => (await browser.get<MoneyAnswer>('/api/money')).body

async function tip(viewPath: string, amount: number) {
  const browser = actors.world.browser()
  const facts = { amount, currency: 'usd', capture_method: 'automatic' }
  const token = viewPath.replace('/view/', '')
  const tipId = crypto.randomUUID()
  const made = await browser.post<{ clientSecret: string }>('/api/create-payment-intent', {
    ...facts,
    tipId,
    token,
  })
  await pay(browser, made.body.clientSecret)
  await actors.world.quiesce()
  return browser.post<{ state: string }>('/api/tip-status', { tipId, token })
}

describe('what an athlete earned', () => {
  test('S2-1.6 S2-4.29 held, earned, tipped: every figure is a sum over the ledger', async () => {
    expect((await moneyOf(athlete)).statement).toMatchObject({ earnedCents: 0, balanceCents: 0, lines: [] })
    const open = await asked(actors, { amountCents: 1_501 })
    // the athlete does not see money of a question that is not approved yet
    expect((await moneyOf(athlete)).statement).toMatchObject({ heldCents: 0 })
    await screen(actors, open.questionId)
    expect((await moneyOf(athlete)).statement).toMatchObject({ heldCents: 1_201, earnedCents: 0 })
    const { viewPath } = await answered(actors, { amountCents: 2_003, subject: 'Paid and tipped' })
    expect(await tip(viewPath, 500)).toMatchObject({ body: { state: 'paid', amountCents: 500 } })
    const { statement } = await moneyOf(athlete)
    expect(statement).toMatchObject({
      heldCents: 1_201,
      earnedCents: 1_602 + 455,
      paidOutCents: 0,
      balanceCents: 1_602 + 455,
    })
    expect(
      statement?.lines.map(({ kind, answer, tip: given, cents }) => ({ kind, answer, given, cents })),
    ).toEqual([
      { kind: 'tip', answer: null, given: { givenCents: 500, feeCents: 45 }, cents: 455 },
      // the amount paid, the fee and the share add up to the cent
      { kind: 'answer', answer: { paidCents: 2_003, feeCents: 401 }, given: null, cents: 1_602 },
    ])
    // a released card holds nothing, and the holds of another athlete do not count
    const { sql } = actors.world.database
    const heldCents = async () => (await moneyOf(athlete)).statement?.heldCents
    for (const [state, cents] of [
      ['capturing', 1_201],
      ['releasing', 0],
      ['lapsed', 0],
      ['held', 1_201],
    ] as const) {
      await sql`update question set hold_state = ${state} where id = ${open.questionId}`
      expect(await heldCents(), state).toBe(cents)
    }
    const other = await signedIn(actors.world, await actors.world.makePerson({ role: 'creator' }))
    expect((await moneyOf(other)).statement).toMatchObject({ heldCents: 0, earnedCents: 0, lines: [] })
    const sum = statement?.lines.reduce((total, { cents }) => total + cents, 0)
    expect(sum).toBe(statement?.balanceCents)
  })

  test('S2-2.46 S2-9.12 D25 what heads the dashboard is earned, tipped and what went back, not the shares of answers', async () => {
    const { world } = actors
    const before = (await moneyOf(athlete)).statement?.earnedCents ?? 0
    const { questionId, viewPath } = await answered(actors, { amountCents: 2_000 })
    await tip(viewPath, 500)
    const [hold] = await world.database.sql<{ charge: string }[]>`
      select charge_id as charge from hold where ask_id = ${questionId}`
    await world.context.payments.standIn?.outside({
      act: 'refund',
      chargeId: hold?.charge ?? '',
      amountCents: 500,
    })
    await world.quiesce()
    const after = (await moneyOf(athlete)).statement?.earnedCents ?? 0
    expect(after - before).toBe(1_600 + 455 - 400)
  })

  test('the first month in which something was booked is told, also where its lines are cut', async () => {
    const { world } = actors
    const person = await world.makePerson({ role: 'creator' })
    const browser = await signedIn(world, person)
    expect((await moneyOf(browser)).statement?.firstMonth).toBeNull()
    await world.database.sql`
      with booked as (insert into ledger_transaction (id, kind, source, at)
        select gen_random_uuid(), 'payout', ${person.id} || n, timestamptz '2026-01-31 23:30Z' + n * interval '1 hour'
        from generate_series(0, ${LIMITS.moneyLines}) n returning id)
      insert into ledger_entry (transaction_id, account, person_id, amount_cents)
      select booked.id, account, owner, cents from booked, (values ('athlete_payable', ${person.id}::uuid, 1),
        ('payout_clearing', ${person.id}::uuid, -1)) entry (account, owner, cents)`
    const { statement } = await moneyOf(browser)
    expect(statement?.lines).toHaveLength(LIMITS.moneyLines)
    expect(statement?.lines.at(-1)?.at).toBe(Date.UTC(2026, 1, 1, 0, 30))
    expect(statement?.firstMonth).toBe('2026-01')
  })

  test('S2-4.29 the receipt and the news of a tip are mailed, each to its own', async () => {
    const mails = await actors.world.mails()
    const receipt = mails.find(({ subject }) => subject === 'Your tip for Test')
    expect(receipt?.text).toContain('Your card was charged $5.00.')
    expect(receipt?.recipient).toMatch(/@fan\.test$/)
    const news = mails.find(({ subject }) => subject === 'You got a tip')
    expect(news?.recipient).toBe(actors.athlete.email)
    expect(news?.text).toContain('$4.55 was added to your earnings')
    expect(news?.text).not.toContain('/view/')
  })
})

test('a fan’s receipts say what was held, charged and released; another’s are nobody’s', async () => {
  const ask = askOf(actors, { amountCents: 1_501, subject: 'Mine' })
  const prepared = await fan.post<{ clientSecret: string }>('/api/prepare-ask', { ask, captcha: null })
  await pay(fan, prepared.body.clientSecret)
  await fan.push('question.ask', { questionId: ask.questionId })
  await actors.world.quiesce()
  const receipt = { kind: 'question', subject: 'Mine', athlete: 'Test rower', amountCents: 1_501 }
  expect((await moneyOf(fan)).receipts).toMatchObject([{ ...receipt, state: 'held' }])
  await screen(actors, ask.questionId, 'No.')
  expect((await moneyOf(fan)).receipts).toMatchObject([{ ...receipt, state: 'released' }])
  expect((await moneyOf(fan)).statement).toBeNull()
  expect((await moneyOf(athlete)).receipts).toEqual([])
  expect((await actors.world.browser().get('/api/money')).status).toBe(401)
  expect(fanId).not.toBe(actors.athlete.id)
})

test('a charged receipt has the day of the charge, while its answer is converted and after', async () => {
  const { questionId, viewPath, fan: guest } = await answered(actors, { amountCents: 2_000 })
  const { sql } = actors.world.database
  await sql`update question set fan_id = ${fanId}, submitted_at = submitted_at - interval '3 days', settled_at = null
    where id = ${questionId}`
  const [charge] = await sql<{ at: Date }[]>`
    select at from ledger_transaction where kind = 'capture' and question_id = ${questionId}`
  const seen = async () => {
    const receipt = (await moneyOf(fan)).receipts.find(({ id }) => id === questionId)
    const { chargedAt } = await view(guest, viewPath)
    expect(chargedAt, 'on the page').toBe(receipt?.at)
    return [receipt?.state, receipt?.at]
  }
  expect(await seen(), 'converting').toEqual(['charged', charge?.at.getTime()])
  await sql`update question set settled_at = app_now() + interval '1 day' where id = ${questionId}`
  expect(await seen(), 'delivered').toEqual(['charged', charge?.at.getTime()])
})

test('D33 a receipt waits for the payment from the failed charge to the next card that is held', async () => {
  const { questionId } = await asked(actors, { amountCents: 2_000 })
  await screen(actors, questionId)
  const { sql } = actors.world.database
  await sql`update question set fan_id = ${fanId}, pay_again_until = app_now() + interval '72 hours'
    where id = ${questionId}`
  for (const [hold, state] of [
    ['lapsed', 'unpaid'],
    ['pending', 'unpaid'],
    ['releasing', 'unpaid'],
    ['held', 'held'],
    ['captured', 'charged'],
  ] as const) {
    await sql`update question set hold_state = ${hold} where id = ${questionId}`
    const receipt = (await moneyOf(fan)).receipts.find(({ id }) => id === questionId)
    expect(receipt, hold).toMatchObject({ kind: 'question', state })
  }
})

test('C17 what went back to a fan’s card stands on the receipt and on the page: a refund, or a dispute, while it is open and once it was lost', async () => {
  const { world } = actors
  const { questionId, viewPath, fan: guest } = await answered(actors, { amountCents: 2_000 })
  await world.database.sql`update question set fan_id = ${fanId} where id = ${questionId}`
  const { standIn } = world.context.payments
  const act = async (call: Parameters<NonNullable<typeof standIn>['outside']>[0]) => {
    const answer = await standIn?.outside(call)
    await world.quiesce()
    return answer?.id ?? ''
  }
  const wentBack = async () => {
    const receipt = (await moneyOf(fan)).receipts.find(({ id }) => id === questionId)
    expect(receipt).toMatchObject({ kind: 'answer', state: 'charged' })
    const seen = await view(guest, viewPath)
    expect(seen.refundedCents).toBe(receipt?.refundedCents)
    expect(seen.onItsWayCents).toBe(receipt?.onItsWayCents)
    expect(seen.disputedCents).toBe(receipt?.disputedCents)
    return [receipt?.refundedCents, receipt?.disputedCents]
  }
  const [hold] = await world.database.sql<{ charge: string }[]>`
    select charge_id as charge from hold where ask_id = ${questionId}`
  const chargeId = hold?.charge ?? ''
  expect(await wentBack()).toEqual([0, 0])
  await act({ act: 'refund', chargeId, amountCents: 300 })
  expect(await wentBack()).toEqual([300, 0])
  const disputeId = await act({ act: 'dispute', chargeId, amountCents: 1_700 })
  expect(await wentBack()).toEqual([300, 1_700])
  await act({ act: 'decide', disputeId, status: 'lost' })
  expect(await wentBack()).toEqual([2_000, 0])
  await act({ act: 'appeal', disputeId })
  expect(await wentBack(), 'an appeal brings nothing back').toEqual([2_000, 0])
  await act({ act: 'decide', disputeId, status: 'won' })
  expect(await wentBack()).toEqual([300, 0])
  const refundIs = (state: string) =>
    world.database.sql`update refund set state = ${state} where charge_id = ${chargeId}`
  await refundIs('pending')
  expect(await wentBack(), 'on its way').toEqual([0, 0])
  expect(await view(guest, viewPath)).toMatchObject({ refundedCents: 0, onItsWayCents: 300 })
  const desk = await signedIn(world, actors.admin)
  expect((await desk.post('/api/desk/question', { id: questionId })).body).toMatchObject({
    refundedCents: 0,
    onItsWayCents: 300,
  })
  await refundIs('done')
  // the sign tells the athlete's page which way it went
  const lines = (await moneyOf(athlete)).statement?.lines.slice(0, 3)
  expect(lines?.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['dispute', 1_360],
    ['dispute', -1_360],
    ['refund', -240],
  ])
})

test('C17 what a bank only asks about is told as that, as far as it was not refunded', async () => {
  const { world } = actors
  const { questionId, viewPath, fan: guest } = await answered(actors, { amountCents: 2_000 })
  await tip(viewPath, 500)
  await world.database.sql`update question set fan_id = ${fanId} where id = ${questionId}`
  const { sql } = world.database
  const [hold] = await sql<
    { charge: string }[]
  >`select charge_id as charge from hold where ask_id = ${questionId}`
  const [given] = await sql<{ id: string; charge: string }[]>`
    select id, charge_id as charge from tip where question_id = ${questionId}`
  const chargeId = hold?.charge ?? ''
  const seen = async () => {
    await world.quiesce()
    const { refundedCents, disputedCents, inquiryCents } = await view(guest, viewPath)
    const receipt = (await moneyOf(fan)).receipts.find(({ id, kind }) => id === questionId && kind !== 'tip')
    expect(receipt).toMatchObject({ refundedCents, disputedCents, inquiryCents })
    return [refundedCents, disputedCents, inquiryCents]
  }
  const act = world.context.payments.standIn?.outside
  const opened = await act?.({ act: 'dispute', chargeId, isInquiry: true })
  expect(await seen()).toEqual([0, 2_000, 2_000])
  await act?.({ act: 'refund', chargeId, amountCents: 500 })
  expect(await seen()).toEqual([500, 1_500, 1_500])
  await act?.({ act: 'escalate', disputeId: opened?.id ?? '' })
  expect(await seen(), 'a dispute').toEqual([500, 1_500, 0])
  const asked = { disputedCents: 500, inquiryCents: 500 }
  await act?.({ act: 'dispute', chargeId: given?.charge ?? '', isInquiry: true })
  expect(await seen(), 'of the tip alone').toEqual([500, 1_500, 0])
  expect((await view(guest, viewPath)).tips).toMatchObject([asked])
  expect((await moneyOf(fan)).receipts.find(({ id }) => id === given?.id)).toMatchObject(asked)
})

describe('files about money', () => {
  const asked = async (browser: Browser, path: string, body: object) =>
    browser.post<{ url: string }>(path, body)
  const fetched = async (url: string) => {
    const response = await actors.world.browser().request(url)
    const text = response.ok ? await extractText(new Uint8Array(await response.arrayBuffer())) : null
    return { status: response.status, type: response.headers.get('content-type'), text: text?.text.join(' ') }
  }

  test('D41 a receipt is had by the private link, and by the fan who paid; by nobody else', async () => {
    const { questionId, viewPath } = await answered(actors, { amountCents: 2_000, subject: 'On paper' })
    const token = viewPath.replace('/view/', '')
    const byLink = await asked(actors.world.browser(), '/api/receipt-file', { token })
    expect(byLink.body.url).not.toContain(token)
    const paper = await fetched(byLink.body.url)
    expect(paper).toMatchObject({ status: 200, type: 'application/pdf' })
    expect(paper.text).toMatch(/Receipt \d{4}-0000\d\d.*“On paper”.*Paid in all \$20\.00/s)
    // the number stays the same
    expect((await fetched(byLink.body.url)).text?.slice(0, 19)).toBe(paper.text?.slice(0, 19))
    expect(await asked(fan, '/api/receipt-file', { receiptId: questionId })).toMatchObject({ status: 404 })
    await actors.world.database.sql`update question set fan_id = ${fanId} where id = ${questionId}`
    expect(await asked(fan, '/api/receipt-file', { receiptId: questionId })).toMatchObject({ status: 200 })
    expect(await asked(athlete, '/api/receipt-file', { receiptId: questionId })).toMatchObject({
      status: 404,
    })
    const shared = await actors.world.browser().post<{ path: string }>('/api/share', {
      token,
      linkId: crypto.randomUUID(),
      name: 'A friend',
    })
    const given = shared.body.path.split('/').at(-1)
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(await asked(actors.world.browser(), '/api/receipt-file', { token: given })).toMatchObject({
      status: 404,
    })
  })

  test('C17 a credit note is had where its receipt is, once something went back; by nobody else', async () => {
    const { questionId, viewPath, fan: guest } = await answered(actors, { amountCents: 2_000 })
    const { world } = actors
    const token = viewPath.replace('/view/', '')
    const paper = 'credit-note'
    await world.database.sql`update question set fan_id = ${fanId} where id = ${questionId}`
    const receipt = async () => (await moneyOf(fan)).receipts.find(({ id }) => id === questionId)
    expect((await asked(fan, '/api/receipt-file', { receiptId: questionId, paper })).status).toBe(404)
    expect([(await receipt())?.hasCreditNote, (await view(guest, viewPath)).hasCreditNote]).toEqual([
      false,
      false,
    ])
    const [hold] = await world.database.sql<{ charge: string }[]>`
      select charge_id as charge from hold where ask_id = ${questionId}`
    await world.context.payments.standIn?.outside({
      act: 'refund',
      chargeId: hold?.charge ?? '',
      amountCents: 300,
    })
    await world.quiesce()
    expect(
      (await world.mails()).findLast(({ subject }) => subject === 'Your refund is done')?.text,
    ).toContain('credit note')
    expect([(await receipt())?.hasCreditNote, (await view(guest, viewPath)).hasCreditNote]).toEqual([
      true,
      true,
    ])
    const own = await asked(fan, '/api/receipt-file', { receiptId: questionId, paper })
    const byLink = await asked(world.browser(), '/api/receipt-file', { token, paper })
    const [first, second] = [await fetched(own.body.url), await fetched(byLink.body.url)]
    expect(first.text).toMatch(
      /Credit note C-\d{4}-0000\d\d.*Corrects Receipt \d{4}-0000\d\d.*Credited -\$3\.00/s,
    )
    expect(second).toEqual(first)
    expect((await asked(athlete, '/api/receipt-file', { receiptId: questionId, paper })).status).toBe(404)
    const desk = await signedIn(world, actors.admin)
    const { body } = await desk.post('/api/desk/payments', { questionId })
    expect(body).toMatchObject({
      payments: [
        {
          receipt: expect.stringMatching(/^\d{4}-0000\d\d$/),
          creditNotes: [expect.stringMatching(/^C-\d{4}-0000\d\d$/)],
        },
      ],
    })
  })

  test('an athlete has their own statement; its address is nobody else’s file, and is over after ten minutes', async () => {
    const month = new Date((await actors.world.context.clock.now()).getTime()).toISOString().slice(0, 7)
    const { body } = await asked(athlete, '/api/statement-file', { month })
    expect((await fetched(body.url)).text).toContain(`Statement of ${month}`)
    const forged = new URL(body.url, 'http://localhost')
    forged.searchParams.set(
      'of',
      Buffer.from(JSON.stringify({ file: 'month-csv', of: month })).toString('base64url'),
    )
    expect((await fetched(forged.pathname + forged.search)).status).toBe(404)
    await actors.world.advance(600_001)
    expect((await fetched(body.url)).status).toBe(404)
  })
})
