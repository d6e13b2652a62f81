import { randomUUID } from 'node:crypto'
import { numberPapers } from '../../payment/books/number-papers.ts'
import { postToLedger } from '../../payment/ledger.ts'
import { transact } from '../../transact.ts'
import { pay } from '../actors.ts'
import { settled } from '../fixtures/desk-things.ts'
import { type Line, ROUTE_LINES, type ThingName } from '../rights.ts'
import { timed } from './intent-args.ts'
import type { Stage } from './stage.ts'

/** Returns the table's first line for a call, applied to this thing. */
const late = (verb: string, of: ThingName): Line[] =>
  ROUTE_LINES.filter((line) => line[0] === verb)
    .slice(0, 1)
    .map(([, , statuses]) => [verb, of, statuses])

/** Lines that are played once more when rows of every kind exist, so that their answers are full. */
export const LATE_LINES: readonly Line[] = [
  ...['ratings', 'payouts', 'returns', 'books', 'figures', 'ledger', 'blocks'].flatMap((name) =>
    late(`POST /api/desk/${name}`, 'nothing'),
  ),
  ...['payments', 'question'].flatMap((name) => late(`POST /api/desk/${name}`, 'delivered of fan')),
  ...late('POST /api/desk/payments', 'refund that failed'),
  ...late('POST /api/desk/athlete', 'a paused athlete'),
  ...late('GET /api/money', 'nothing'),
  ...late('POST /api/my-figures', 'nothing'),
  ...late('GET /api/payout-setup', 'nothing'),
  ...late('GET /api/account/safety', 'nothing'),
  ...late('GET /api/my-questions', 'nothing'),
  ...late('POST /api/claims', 'nothing'),
  ...late('POST /api/view', 'delivered of fan'),
]

/** Makes the rows that no call of the table leaves: what fans, the team, banks and the provider do later. */
export async function makeLateRows(stage: Stage): Promise<void> {
  await talkAboutAnswer(stage)
  await workAtDesk(stage)
  await moveMoney(stage)
  await stage.thing('asked with the address of fan')
  await stage.thing('change of payouts')
  await stage.thing('passkey of fan')
  // No request of these roles leads to the following rows.
  const { questionId } = await stage.thing('delivered of fan')
  const { sql } = stage.world.database
  await sql`update question set free_key = 'canary of a free question' where id = ${questionId}`
  await sql`
    insert into former_link (hash, question_id, why) values ('canary of a former link', ${questionId}, 'replaced')`
  await stage.world.quiesce()
}

/** Rates, clarifies, transcribes and tips one answer, so that it has everything an answer can have. */
async function talkAboutAnswer({ thing, browsers: { fan, athlete }, world }: Stage): Promise<void> {
  const { token, questionId } = await thing('delivered of fan')
  const rating = {
    responseFeedback: 'canary kept of an answer',
    infieldFeedback: 'canary kept of a platform',
  }
  await fan.post('/api/rate', { token, stars: 5, ...rating })
  await fan.post('/api/clarify', { token, text: 'canary kept question' })
  await settled(athlete.push('clarification.reply', { questionId, text: 'canary kept reply' }))
  await settled(athlete.push('answer.transcribe', { questionId, text: timed('canary kept words') }))
  const tip = { amount: 700, currency: 'usd', capture_method: 'automatic', tipId: randomUUID(), token }
  const { body } = await fan.post<{ clientSecret: string }>('/api/create-payment-intent', tip)
  await pay(fan, body.clientSecret)
  await world.quiesce()
}

/** Lets an admin write notes on received forms, and reject a question with a decision that can still be undone. */
async function workAtDesk({ thing, browsers: { admin }, world }: Stage): Promise<void> {
  const { sql } = world.database
  for (const [inbox, table] of [
    ['application', 'athlete_form'],
    ['feedback', 'user_feedback'],
  ] as const) {
    const [item] = await sql<{ id: string }[]>`select id from ${sql(table)} where status = 'New' limit 1`
    const before = { status: 'New', notes: '' }
    const now = { status: 'Completed', notes: `canary note of the team about ${inbox}` }
    await settled(admin.push('inbox.update', { inbox, itemId: item?.id, before, now }))
  }
  const { questionId, revision } = await thing('new of fan')
  const decision = { questionId, revision, note: 'canary note of a decision', undoable: true }
  await settled(admin.push('question.reject', decision))
  await sql`
    update screening_decision set takes_effect_at = app_now() + interval '1 hour' where question_id = ${questionId}`
}

/**
 * Disputes a payment, and inserts another, lost after its payout, with one reversal that was made and one refused.
 */
async function moveMoney({ thing, browsers: { fan }, people, world }: Stage): Promise<void> {
  const { sql } = world.database
  const { questionId } = await thing('delivered of fan')
  const [hold] = await sql<{ chargeId: string }[]>`
    select charge_id as "chargeId" from hold where ask_id = ${questionId} and state = 'captured'`
  await fan.post('/dev/stripe/browser/act', { act: 'dispute', chargeId: hold?.chargeId })
  const personId = people.athlete2.id
  const payee = { name: 'Canarypayee Last', email: 'cnr.payee@form.test', handle: 'canary payee handle' }
  const [transferred, last] = [randomUUID(), randomUUID()]
  await sql`
    insert into payout (id, person_id, period, amount_cents, way, why, payee, state, account_id, transfer_id, paid_at) values
      (${transferred}, ${personId}, 'paid', 2, 'transfer', null, null, 'paid', 'acct_canary', 'tr_canary', app_now()),
      (${last}, ${personId}, 'last', 1, 'manual', 'erased', ${sql.json(payee)}, 'ordered', null, null, null)`
  await transact(world.context, async (inside) => {
    await postToLedger(inside, {
      kind: 'payout',
      source: transferred,
      questionId: null,
      lines: [
        { account: 'athlete_payable', personId, cents: 2 },
        { account: 'payout_clearing', cents: -2 },
      ],
    })
    await postToLedger(inside, {
      kind: 'dispute-lost',
      source: 'dp_canary',
      questionId: null,
      lines: [
        { account: 'athlete_payable', personId, cents: 500 },
        { account: 'disputed', cents: -500 },
      ],
    })
  })
  await sql`
    insert into reversal (id, payout_id, amount_cents, state, stripe_reversal_id, error) values
      (${randomUUID()}, ${transferred}, 1, 'done', 'trr_canary', null),
      (${randomUUID()}, ${transferred}, 1, 'refused', null, 'insufficient_funds')`
  const broken = [{ sourceId: 'ch_none', between: 'ledger and Stripe', ourCents: 1, theirCents: null }]
  const balance = { ourCents: 1, theirCents: 2 }
  await sql`
    insert into reconciliation (breaks, mended, balance) values (${sql.json(broken)}, 0, ${sql.json(balance)})`
  await numberPapers(world.context)
}
