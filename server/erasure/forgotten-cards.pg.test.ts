import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { refuse } from '../../sync/result.ts'
import { type Actors, askOf, openCast, pay, prepare, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import { confirmBeforeAsk } from '../testing/specified-ask.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'
import { eraseLeaver } from './erase.ts'
import { scrubAddress } from './scrub.ts'

/* The fingerprint of a card goes with its owner's data, whatever became of the ask that it was confirmed for. */

let actors: Actors
beforeAll(async () => {
  actors = await openCast()
})
afterAll(() => actors.world.end())

/** Prepares a video ask, confirms its card, and never sends the video. */
async function confirmed(fan: Browser) {
  const { declared } = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: declared })
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await actors.world.quiesce()
  expect(await cardsOf(ask.questionId)).toEqual([{ state: 'held', known: true }])
  return ask
}

/** Confirms a card before there is an ask, and returns the id that the ask would get. */
async function confirmedFirst(fan: Browser, email: string): Promise<string> {
  const { paymentIntentId } = await confirmBeforeAsk(actors, fan, email)
  const [hold] = await actors.world.database.sql<{ askId: string }[]>`
    select ask_id as "askId" from hold where id = ${paymentIntentId}`
  const askId = hold?.askId ?? ''
  expect(await cardsOf(askId)).toEqual([{ state: 'held', known: true }])
  return askId
}

const cardsOf = (askId: string) => actors.world.database.sql`
  select state, card_fingerprint is not null as known from hold where ask_id = ${askId} order by attempt`

/** Returns the cards of an ask as they would be once its owner was erased, without erasing anything. */
async function onceErased(askId: string, erase: (work: TxContext) => Promise<void>): Promise<unknown> {
  const erased = await transactOrRefuse(actors.world.context, async (inside) => {
    await erase(inside)
    const cards = await inside.tx`
      select card_fingerprint is not null as known from hold where ask_id = ${askId}`
    return refuse('not-found', { cards: JSON.stringify(cards) })
  })
  return erased.ok ? null : JSON.parse(String(erased.refusal.detail?.cards))
}

/** Erases a person, or an address that left at this time without an account. */
const leaver =
  ({ personId = null, email, leftAt }: { personId?: string | null; email: string; leftAt: Date }) =>
  async (work: TxContext) => {
    const id = randomUUID()
    await work.tx`
      insert into leaving (id, person_id, email, asked_at, erase_at)
      values (${id}, ${personId}, ${email}, ${leftAt}, app_now())`
    await eraseLeaver(work, id)
  }

async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await actors.world.advance(DAY_MS + HOUR_MS)
    await actors.world.quiesce()
  }
}

test('a card is forgotten with the ask that it was confirmed for and that became no question', async () => {
  const { world } = actors
  const fan = await world.makePerson({ role: 'basic' })
  const [device, guest] = [await signedIn(world, fan), world.browser()]
  const unsent = [await confirmed(device), await confirmed(guest)]
  const [own, guests] = [await confirmed(device), await confirmed(guest)]
  await device.push('question.ask', { questionId: own.questionId })
  await guest.push('question.ask', { questionId: guests.questionId })
  const later = await confirmedFirst(world.browser(), 'later@fan.test')
  await days(3)
  for (const askId of [...unsent.map(({ questionId }) => questionId), guests.questionId, later])
    expect(await cardsOf(askId)).toEqual([{ state: 'released', known: false }])
  // As long as the account is there, its card shows who pays themselves.
  expect(await cardsOf(own.questionId)).toEqual([{ state: 'released', known: true }])
  const erase = leaver({ personId: fan.id, email: fan.email, leftAt: await world.context.clock.now() })
  expect(await onceErased(own.questionId, erase)).toEqual([{ known: false }])
})

test('a card that was confirmed before its ask was there is forgotten when its owner is erased', async () => {
  const { world } = actors
  const fan = await world.makePerson({ role: 'basic' })
  const own = await confirmedFirst(await signedIn(world, fan), fan.email)
  const now = await world.context.clock.now()
  const person = leaver({ personId: fan.id, email: fan.email, leftAt: now })
  expect(await onceErased(own, person)).toEqual([{ known: false }])
  const email = 'earlier@fan.test'
  const guests = await confirmedFirst(world.browser(), email)
  const address = (leftMs: number) => leaver({ email, leftAt: new Date(now.getTime() + leftMs) })
  expect(await onceErased(guests, address(-DAY_MS))).toEqual([{ known: true }])
  expect(await onceErased(guests, address(DAY_MS))).toEqual([{ known: false }])
})

test('an address that is erased takes the card of its asks with it, and none of a question that stays', async () => {
  const { world } = actors
  const { questionId, asker } = await confirmed(world.browser())
  const { sql } = world.database
  await sql`update prepared_ask set state = 'released', reason = 'asker-left' where id = ${questionId}`
  const forget = () =>
    onceErased(questionId, (work) => scrubAddress(work, { email: asker.email, until: null }))
  expect(await forget()).toEqual([{ known: false }])
  const other = await world.makePerson({ role: 'basic' })
  await sql`update prepared_ask set person_id = ${other.id} where id = ${questionId}`
  expect(await forget()).toEqual([{ known: true }])
})
