import { ensureIntent, openHold, refreshHold } from '../../payment/hold.ts'
import { systemRandom } from '../../random.ts'
import { transact } from '../../transact.ts'
import type { Bench } from './bench.ts'

/** Opens a hold for a new ask; nothing has happened at Stripe yet. */
export async function opened({ context }: Bench, amountCents = 2500) {
  const askId = systemRandom.id()
  const holdId = await transact(context, (inside) =>
    openHold(inside, { askId, principal: 'guest:1', amountCents }),
  )
  return { askId, holdId }
}

/** Confirms a card as the browser's card form does. */
export async function confirmCard(
  { standIn }: Bench,
  clientSecret: string,
  number = '4242424242424242',
): Promise<{ status: string }> {
  const body = JSON.stringify({ clientSecret, card: { number, exp: '12/40', cvc: '123' } })
  const headers = { 'content-type': 'application/json' }
  const response = await standIn.browser.request('/confirm', { method: 'POST', headers, body })
  return (await response.json()) as { status: string }
}

/** Opens a hold and confirms its card. */
export async function held(bench: Bench, { amountCents = 2500, card = '4242424242424242' } = {}) {
  const hold = await opened(bench, amountCents)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  await confirmCard(bench, intent.value.clientSecret, card)
  await bench.standIn.settled()
  await refreshHold(bench.context, hold.holdId)
  return { ...hold, ...intent.value }
}

/** Inserts an approved question for an ask; with `answered`, also its stored and verified answer. */
export async function asked(
  { sql }: Bench,
  { askId }: { askId: string },
  { answered = true, amountCents = 2500 } = {},
): Promise<{ athleteId: string }> {
  const fanId = systemRandom.id()
  const athleteId = systemRandom.id()
  const conversationId = systemRandom.id()
  const mediaId = systemRandom.id()
  for (const [id, role] of [
    [fanId, 'basic'],
    [athleteId, 'creator'],
  ] as const) {
    await sql`insert into person (id, role, first_name, last_name, email)
      values (${id}, ${role}, 'A', 'B', ${`${id}@example.test`})`
  }
  await sql`insert into conversation (id, fan_id, athlete_id) values (${conversationId}, ${fanId}, ${athleteId})`
  await sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, hold_state,
      status, submitted_at, screening_ends_at, approved_at, due_at)
    values (${askId}, ${conversationId}, ${fanId}, ${athleteId}, '{}', 'S', 'text', 'T', ${amountCents}, 'held',
      'approved', app_now(), app_now() + interval '2 days', app_now(), app_now() + interval '3 days')`
  if (!answered) return { athleteId }
  await sql`
    insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256,
      declared_duration_ms)
    values (${mediaId}, 'person:1', 'answer', 'recorded', 'stored', 'video/mp4', 1, 'x', 1)`
  await sql`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, state, duration_ms,
      recorded_at, submitted_at)
    values (${systemRandom.id()}, ${askId}, ${conversationId}, ${athleteId}, ${fanId}, ${mediaId}, 'stored', 1, app_now(),
      app_now())`
  return { athleteId }
}

/** Marks the answer to a question as delivered, as a tip needs it. */
export async function delivered({ sql }: Pick<Bench, 'sql'>, askId: string): Promise<void> {
  await sql`update answer set state = 'delivered', delivered_at = app_now() where question_id = ${askId}`
}
