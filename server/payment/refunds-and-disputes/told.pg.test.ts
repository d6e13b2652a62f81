import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOBODY, NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { sendMail } from '../../notify/mail.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { numberPapers } from '../books/number-papers.ts'
import { creditNotePdf } from '../books/pdf/credit-note-pdf.ts'
import { receiptPdf } from '../books/pdf/receipt-pdf.ts'
import { receiptsOf } from '../books/receipts.ts'
import { captureHold } from '../capture.ts'
import { listPayments } from './list-returns.ts'
import { orderRefund } from './order-refund.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  const id = crypto.randomUUID()
  await db.sql`insert into person (id, role, first_name, last_name, email) values (${id}, 'admin', 'A', 'B', 'a@t.test')`
  admin = { personId: id, role: 'admin', guestId: null } as Caller
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await db.sql`truncate mail`
})

/** Makes an answer paid with this card for $25, and reads the mails about it by recipient. */
async function paidAnswer(card = '4242424242424242') {
  const hold = await held(bench, { card })
  const { athleteId } = await asked(bench, hold)
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  await db.sql`update question set status = 'completed', settled_at = app_now() where id = ${hold.askId}`
  const [{ chargeId } = { chargeId: '' }] = await db.sql<{ chargeId: string }[]>`
    select charge_id as "chargeId" from hold where id = ${hold.holdId}`
  const to = (personId: string | null) =>
    personId === null ? 'the fan' : personId === athleteId ? 'the athlete' : 'an admin'
  const told = async () => {
    const mails = await db.sql<{ kind: string; personId: string | null; cents: string }[]>`
      select kind, person_id as "personId", data ->> 'cents' as cents from mail where question_id = ${hold.askId}
      order by kind`
    return mails.map(({ kind, personId, cents }) => `${kind} ${cents} to ${to(personId)}`)
  }
  return { questionId: hold.askId, paymentId: hold.holdId, athleteId, chargeId, told }
}

async function refund(paymentId: string, amountCents: number): Promise<void> {
  const call = { refundId: crypto.randomUUID(), paymentId, amountCents, reason: 'mistake' } as const
  expect(await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admin, call))).toMatchObject({
    ok: true,
  })
  await quiesce(bench)
}

/** Returns the texts of the receipt and the credit notes of a payment, one after the other. */
async function papersOf(chargeId: string): Promise<string> {
  await numberPapers(bench.context)
  const receipts = await receiptsOf(bench.context, [chargeId])
  const papers = [await receiptPdf(receipts, new Date()), await creditNotePdf(receipts)]
  const texts = await Promise.all(
    papers.map((paper) => extractText(Uint8Array.from(paper), { mergePages: true })),
  )
  return texts.map(({ text }) => text).join('\n')
}

test('N1 a refund that comes back is told to everybody who was told of it, and to the team', async () => {
  const of = await paidAnswer('4000000000005126')
  await refund(of.paymentId, 500)
  const before = ['payment-returned 400 to the athlete', 'refund-done 500 to the fan']
  expect(await of.told()).toEqual(before)
  await advanceClock(db.sql, 2 * HOUR)
  await bench.standIn.tick()
  await quiesce(bench)
  await quiesce(bench)
  const [first = '', second = ''] = before
  expect(await of.told()).toEqual([
    first,
    'refund-came-back 500 to an admin',
    second,
    'refund-failed 500 to the fan',
    'share-restored 400 to the athlete',
  ])
})

test('N1 one that never arrived is told to the fan too, whose page had it on its way', async () => {
  const of = await paidAnswer('4000000000007726')
  await refund(of.paymentId, 500)
  const papers = await papersOf(of.chargeId)
  for (const said of ['Sent back to the card', 'Left after that $20.00', 'Credited -$5.00'])
    expect(papers, said).toContain(said)
  expect(papers).not.toMatch(/refunded to|went back|paid after/i)
  const [{ id } = { id: '' }] = await db.sql<{ id: string }[]>`select stripe_refund_id as id from refund
    where charge_id = ${of.chargeId}`
  await bench.standIn.outside({ act: 'settle-refund', refundId: id, status: 'failed' })
  await quiesce(bench)
  expect(await of.told()).toEqual([
    'payment-returned 400 to the athlete',
    'refund-came-back 500 to an admin',
    'refund-failed 500 to the fan',
    'share-restored 400 to the athlete',
  ])
})

test('N1 C17 a dispute that is won after it was lost is told to the fan and the athlete, once', async () => {
  const of = await paidAnswer()
  const { id } = await bench.standIn.outside({ act: 'dispute', chargeId: of.chargeId })
  for (const status of ['lost', 'won'] as const) {
    await quiesce(bench)
    await bench.standIn.outside({ act: 'decide', disputeId: id ?? '', status })
  }
  await quiesce(bench)
  await quiesce(bench)
  expect(await of.told()).toEqual([
    'dispute-lost 2500 to the fan',
    'dispute-opened 2500 to an admin',
    'dispute-won 2500 to the fan',
    'payment-returned 2000 to the athlete',
    'share-restored 2000 to the athlete',
  ])
})

test('nobody writes to an athlete who was erased, and a fan who was is not named', async () => {
  const of = await paidAnswer()
  const sent: string[] = []
  const context: Context = {
    ...bench.context,
    secrets: { ...bench.context.secrets, privateLink: 'private links of a bench' },
    mail: { send: async ({ text }) => void sent.push(text), close() {} },
  }
  const posters = { isAwaited: async () => false, read: async () => null }
  const refundAndTell = async (cents: number) => {
    await refund(of.paymentId, cents)
    const unsent = await db.sql<{ id: string }[]>`
      select id from mail where question_id = ${of.questionId} and kind = 'payment-returned' and sent_at is null`
    expect(unsent).toHaveLength(1)
    for (const { id } of unsent) await sendMail(context, id, posters)
    expect(
      await db.sql`select from mail where id = any(${unsent.map(({ id }) => id)}) and sent_at is null`,
    ).toEqual([])
  }
  const isTold = async () => (await listPayments(context, of.questionId)).payments.map((each) => each.isTold)
  await db.sql`update question set asker = asker || '{"email": "kim@t.test"}' where id = ${of.questionId}`
  expect(await isTold()).toEqual([true])
  const gone = { ...NOBODY, email: '' }
  await db.sql`update question set asker = asker || ${db.sql.json(gone)} where id = ${of.questionId}`
  expect(await isTold()).toEqual([false])
  await refundAndTell(500)
  expect(sent).toEqual([expect.stringContaining('is refunded to a fan who has left.')])
  await db.sql`update person set email = id || ${NOBODYS_DOMAIN} where id = ${of.athleteId}`
  await refundAndTell(300)
  expect(sent).toHaveLength(1)
})

test('the desk hears of a refund once it is booked, and looks at the request again', async () => {
  const of = await paidAnswer()
  const heard: string[] = []
  const { unlisten } = await db.sql.listen('desk', (message) => void heard.push(message))
  await refund(of.paymentId, 500)
  await expect.poll(() => heard).toContain(`${of.questionId} 0`)
  await unlisten()
})
