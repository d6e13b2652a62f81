import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckDiscountAnswer } from '../../../sync/calls.ts'
import { ABANDONED_ASK_MS, DAY_MS } from '../../../sync/limits.ts'
import { type Actors, answered, asked, askOf, pay, prepare, screen, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { sampleVideo } from '../../testing/media/sample.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { numberPapers } from '../books/number-papers.ts'
import { receiptPdf } from '../books/pdf/receipt-pdf.ts'
import { receiptsOf } from '../books/receipts.ts'
import { countUses, createDiscountCode } from './discount-code.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

type Code = Parameters<typeof createDiscountCode>[1]
const makeCode = async (more: Partial<Code> = {}): Promise<string> => {
  const code = `Code-${randomUUID().slice(0, 13)}`
  const made: Code = { code, label: 'a code', off: 'percent', value: 20, ...more }
  await transact(world.context, (inside) => createDiscountCode(inside, made))
  return code
}
const check = (code: string) =>
  world.browser().post<CheckDiscountAnswer>('/api/check-discount', { code, questionId: randomUUID() })
const tryAsk = async (more: object, fan = world.browser()) => (await prepare(fan, askOf(actors, more))).body
const INVALID = { refusal: { code: 'discount-invalid' } }
const OVER = { refusal: { code: 'discount-over' } }
const USED = { refusal: { code: 'discount-used' } }
const tooLittle = (priceCents: number) => ({
  refusal: { code: 'amount-below-price', detail: { priceCents } },
})
const sumsOf = (questionId: string) => world.database.sql<{ account: string; cents: number }[]>`
  select e.account, sum(e.amount_cents)::int as cents from ledger_entry e
  join ledger_transaction t on t.id = e.transaction_id where t.question_id = ${questionId}
  group by e.account order by e.account`

/** Checks that both mails, the receipt and the desk show $3 off $15 by the code labelled “a code”, to the cent. */
async function expectTold(questionId: string): Promise<void> {
  const { context } = world
  await world.quiesce()
  const texts = (await world.mails()).map(({ text }) => text)
  for (const sum of ['Held: $12.00', 'Charged to your card: $12.00', 'Your share: $9.60'])
    expect(
      texts.filter((text) => text.includes(sum)),
      sum,
    ).toContainEqual(expect.stringMatching(/Price: \$15\.00\s+Discount code: −\$3\.00\s/))
  const [hold] = await world.database.sql<{ chargeId: string }[]>`
    select t.source as "chargeId" from ledger_transaction t where t.kind = 'capture' and t.question_id = ${questionId}`
  await numberPapers(context)
  const receipts = await receiptsOf(context, [hold?.chargeId ?? ''])
  expect(receipts).toMatchObject([{ paidCents: 1_200, takenOffCents: 300 }])
  const pdf = await receiptPdf(receipts, new Date())
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
  for (const said of ['Price $15.00', 'Discount code -$3.00', 'Paid in all $12.00'])
    expect(text).toContain(said)
  const admin = await signedIn(world, actors.admin)
  const { body } = await admin.post('/api/desk/question', { id: questionId })
  expect(body).toMatchObject({ discount: { label: 'a code', takenOffCents: 300 } })
}

describe('D27 what a code takes off', () => {
  test('S2-5.37 M1 D107 a part of the price: held, charged and shared is what the server makes of it', async () => {
    const discountCode = await makeCode()
    expect((await check(discountCode)).body).toEqual({ discount: { off: 'percent', value: 20 } })
    expect(await tryAsk({ discountCode, amountCents: 1_199 })).toMatchObject(tooLittle(1_200))
    expect(await tryAsk({ amountCents: 1_200 })).toMatchObject(tooLittle(1_500))
    for (const forged of [{ discount: { off: 'percent', value: 99 } }, { discountCodeId: randomUUID() }])
      expect(await tryAsk({ ...forged, amountCents: 1_200 })).toMatchObject({
        refusal: { code: 'bad-shape' },
      })
    const { questionId } = await answered(actors, { discountCode, amountCents: 1_200 })
    const holds = await world.database.sql`
      select state, amount_cents as cents from hold where ask_id = ${questionId}`
    expect([...holds]).toEqual([{ state: 'captured', cents: 1_200 }])
    expect(await sumsOf(questionId)).toContainEqual({ account: 'athlete_payable', cents: -960 })
    await expectTold(questionId)
  })

  test('S2-5.37 D19 all of the price: the total is what is chosen, nothing or a tip of $5, and nothing is held', async () => {
    const promo = await world.makePerson({ role: 'creator', priceCents: 2_000, promo: true })
    const discountCode = await makeCode({ value: 100, maxUsesEach: null })
    expect(await tryAsk({ discountCode, amountCents: 499 })).toMatchObject({
      refusal: { code: 'amount-below-minimum' },
    })
    expect(await tryAsk({ discountCode, amountCents: 500 })).toMatchObject({ hold: 'pending' })
    const asker = { ...askOf(actors).asker, email: 'twice@fan.test' }
    const of = { world, admin: actors.admin, athlete: promo }
    const first = await asked(of, { asker, amountCents: 0, discountCode })
    const second = await asked(of, { asker, amountCents: 0, discountCode }, first.fan)
    const rows = await world.database.sql`
      select q.id, q.hold_state as hold, q.free_key is null as "isReduced", a.discount_code_id is null as "isWhole"
      from question q join prepared_ask a on a.id = q.id where q.athlete_id = ${promo.id} order by q.submitted_at`
    // the first question to a promo athlete is free anyway, so the code is not used for it
    expect([...rows]).toEqual([
      { id: first.questionId, hold: 'none', isReduced: false, isWhole: true },
      { id: second.questionId, hold: 'none', isReduced: true, isWhole: false },
    ])
  })

  test('S2-5.36 one that nobody made is invalid, one that was ended or whose time is over says so; spaces and capitals do not matter', async () => {
    const { sql } = world.database
    const [over, ended, fine] = [
      await makeCode({ expiresAt: new Date(Date.now() - DAY_MS) }),
      await makeCode({ label: 'ended' }),
      await makeCode(),
    ]
    await sql`update discount_code set ended_at = app_now() where label = 'ended'`
    for (const [code, refusal] of [
      [over, OVER],
      [ended.toUpperCase(), OVER],
      ['nobody-made-this', INVALID],
      [`${fine}x`, INVALID],
    ] as const) {
      expect((await check(code)).body, code).toMatchObject(refusal)
      expect(await tryAsk({ discountCode: code, amountCents: 1_200 }), code).toMatchObject(refusal)
    }
    for (const code of [`  ${fine} `, fine.toUpperCase(), fine.toLowerCase()])
      expect((await check(code)).status, code).toBe(200)
    expect(await tryAsk({ discountCode: ` ${fine}  `, amountCents: 1_200 })).toMatchObject({
      amountCents: 1_200,
    })
    const kept = await sql`select from discount_code d where d::text ilike ${`%${fine}%`}`
    expect(kept).toHaveLength(0)
  })
})

describe('D27 how often a code is used', () => {
  test('eight at once for the last three uses: three get one; preparing again takes no second', async () => {
    const discountCode = await makeCode({ maxUses: 3 })
    const asks = Array.from({ length: 8 }, () => askOf(actors, { discountCode, amountCents: 1_200 }))
    const fans = asks.map((ask) => ({ ask, fan: world.browser() }))
    const outcomes = await Promise.all(fans.map(async ({ ask, fan }) => (await prepare(fan, ask)).body))
    const won = fans.filter((_, index) => outcomes[index]?.amountCents === 1_200)
    expect(won).toHaveLength(3)
    expect(outcomes.filter((each) => !('amountCents' in each))).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining(OVER)),
    )
    for (const { ask, fan } of won)
      expect((await prepare(fan, ask)).body).toMatchObject({ amountCents: 1_200 })
    expect((await check(discountCode)).body).toMatchObject(OVER)
  })

  test('one browser once, whatever address it types, and whoever offers the whole price spends nothing', async () => {
    const discountCode = await makeCode({ maxUses: 2 })
    const fan = world.browser()
    const asker = { ...askOf(actors).asker, email: 'o.nce@gmail.com' }
    expect(await tryAsk({ discountCode, asker, amountCents: 1_500 }, fan)).toMatchObject({
      amountCents: 1_500,
    })
    expect(await tryAsk({ discountCode, asker, amountCents: 1_200 }, fan)).toMatchObject({
      amountCents: 1_200,
    })
    expect(await tryAsk({ discountCode, amountCents: 1_200 }, fan)).toMatchObject(USED)
    // anybody can type this address, so a question with it counts as nobody's use
    expect(await tryAsk({ discountCode, asker, amountCents: 1_200 })).toMatchObject({ amountCents: 1_200 })
  })

  test('D27 whoever signs in at the card keeps the last use: the ask that the guest left takes none, and its payment goes', async () => {
    const discountCode = await makeCode({ maxUses: 1 })
    const fan = world.browser()
    const reduced = (more: object = {}) => askOf(actors, { discountCode, amountCents: 1_200, ...more })
    const left = reduced()
    await prepare(fan, left)
    expect(await tryAsk({ discountCode, amountCents: 1_200 }), 'another browser').toMatchObject(OVER)
    await fan.signIn(await world.makePerson({ role: 'basic' }))
    const again = reduced()
    const { body } = await prepare(fan, again)
    expect(body).toMatchObject({ amountCents: 1_200, hold: 'pending' })
    await world.quiesce()
    const holdsOf = (askId: string) => world.database.sql`select state from hold where ask_id = ${askId}`
    expect([...(await holdsOf(left.questionId)), ...(await holdsOf(again.questionId))]).toEqual([
      { state: 'released' },
      { state: 'pending' },
    ])
    expect((await fan.post('/api/ask-status', { questionId: left.questionId })).body).toMatchObject({
      ...{ state: 'released', reason: 'discount-gone' },
    })
    const late = await fan.push('question.ask', { questionId: left.questionId })
    expect(late).toMatchObject({ state: 'settled', value: { state: 'released' } })
    expect(await tryAsk({ discountCode, amountCents: 1_200 })).toMatchObject(OVER)
  })

  test.each([
    [
      'submitted',
      async (fan: Browser, { questionId }: { questionId: string }) =>
        fan.push('question.ask', { questionId }),
    ],
    ['held', (fan: Browser, _ask: object, secret: string | null) => pay(fan, secret)],
  ])('D27 an ask that the guest left %s keeps its use', async (_name, go) => {
    const discountCode = await makeCode({ maxUses: 1 })
    const fan = world.browser()
    const { declared } = await sampleVideo('question.webm')
    const left = askOf(actors, { kind: 'video', text: '', video: declared, discountCode, amountCents: 1_200 })
    await go(fan, left, (await prepare(fan, left)).body.clientSecret)
    await world.quiesce()
    await fan.signIn(await world.makePerson({ role: 'basic' }))
    expect(await tryAsk({ discountCode, amountCents: 1_200 }, fan)).toMatchObject(OVER)
  })

  test('an ask whose card is held keeps its use while its video is on its way, however long that takes', async () => {
    const discountCode = await makeCode({ maxUses: 1 })
    const fan = world.browser()
    const { declared } = await sampleVideo('question.webm')
    const filmed = { kind: 'video', text: '', video: declared }
    const { body } = await prepare(fan, askOf(actors, { ...filmed, discountCode, amountCents: 1_200 }))
    await pay(fan, body.clientSecret)
    await world.quiesce()
    await world.advance(2 * ABANDONED_ASK_MS)
    await world.quiesce()
    expect(await tryAsk({ discountCode, amountCents: 1_200 })).toMatchObject(OVER)
  })

  test('a free answer after the time was over leaves the use that the question gave back', async () => {
    const discountCode = await makeCode({ maxUses: 1 })
    const of = { discountCode, amountCents: 1_200 }
    const { questionId, fan } = await asked(actors, of)
    await screen(actors, questionId)
    await world.advance(3 * DAY_MS + 60_000)
    await world.quiesce()
    const athlete = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    const gift = { answerId: randomUUID(), questionId, video: video.declared, recordedAt: 1 }
    expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    await athlete.upload(video, 'answer')
    await world.quiesce()
    const status = () => world.database.sql`select status from question where id = ${questionId}`
    expect(await status()).toEqual([{ status: 'completed' }])
    expect(await tryAsk(of, fan)).toMatchObject({ amountCents: 1_200 })
  })

  test('D27 a question that was answered keeps its use, whatever status the team gives it later', async () => {
    const discountCode = await makeCode({ maxUses: 1 })
    const of = { discountCode, amountCents: 1_200 }
    const { questionId, fan } = await answered(actors, of)
    const desk = await signedIn(world, actors.admin)
    const used = async () => {
      const codes = await countUses(world.database.sql)
      const [ask] = await world.database.sql<{ codeId: string }[]>`
        select discount_code_id as "codeId" from prepared_ask where id = ${questionId}`
      return codes.get(ask?.codeId ?? '') ?? 0
    }
    for (const status of ['athlete rejected', 'rejected', 'completed']) {
      const { body } = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
      const named = { questionId, revision: body.revision, status, note: 'Renamed.' }
      expect(await desk.push('question.set-status', named), status).toMatchObject({ state: 'settled' })
      expect(await tryAsk(of, fan), status).toMatchObject(USED)
      expect(await tryAsk(of), status).toMatchObject(OVER)
      expect(await used(), status).toBe(1)
    }
  })

  test('a code is not used up by asks that nobody submits, however often they are prepared again', async () => {
    const discountCode = await makeCode({ maxUses: 1 })
    const [idle, ask] = [world.browser(), askOf(actors, { discountCode, amountCents: 1_200 })]
    const first = await prepare(idle, ask)
    expect(await tryAsk({ discountCode, amountCents: 1_200 })).toMatchObject(OVER)
    for (let n = 0; n < 3; n += 1) {
      await world.advance(8 * 60_000)
      expect((await prepare(idle, ask)).status).toBe(200)
    }
    await asked(actors, { discountCode, amountCents: 1_200 })
    // A card that is confirmed after that is let go, and the fan is told.
    await pay(idle, first.body.clientSecret)
    await idle.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const [hold] = await world.database.sql`select state from hold where ask_id = ${ask.questionId}`
    expect(hold).toMatchObject({ state: 'released' })
    expect(await world.database.sql`select from question where id = ${ask.questionId}`).toHaveLength(0)
    const mail = (await world.mails()).find(({ recipient }) => recipient === ask.asker.email)
    expect(mail?.text).toContain('your discount code was used up in the meantime')
  })

  test('a rejected question gives its use back, and so does an ask that was left for an hour', async () => {
    const discountCode = await makeCode({ value: 100, maxUses: 1 })
    const free = { discountCode, amountCents: 0 }
    const { questionId } = await asked(actors, free)
    expect(await tryAsk(free)).toMatchObject(OVER)
    await screen(actors, questionId, 'Not this one.')
    const [left, ask] = [world.browser(), askOf(actors, free)]
    expect((await prepare(left, ask)).body).toMatchObject({ amountCents: 0 })
    expect(await tryAsk(free)).toMatchObject(OVER)
    await world.advance(ABANDONED_ASK_MS + 1_000)
    await asked(actors, free)
    // the late ask is refused with a reason, and the code is not used twice
    const outcome = await left.push('question.ask', { questionId: ask.questionId })
    expect(outcome).toMatchObject({ state: 'settled', value: { state: 'released' } })
    await world.quiesce()
    const mails = await world.mails()
    expect(mails.at(-1)).toMatchObject({ recipient: ask.asker.email })
    expect(mails.at(-1)?.text).toContain('your discount code was used up in the meantime')
  })
})
