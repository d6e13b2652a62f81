import { createHmac, randomUUID } from 'node:crypto'
import type { Outcome } from '../../../sync/protocol.ts'
import type { Browser } from '../browser.ts'
import { DESK_INTENTS } from '../desk/requests.ts'
import { bringPicture } from '../media/asked-picture.ts'
import { orderedPayout } from '../payouts/ordered-payout.ts'
import type { World } from '../world.ts'
import type { MadeThing } from './lines.ts'
import { type Makers, missingThing, type Thing } from './thing.ts'

/** What the desk has before it, and what the payment provider tells. */
export function deskThings(makers: Makers) {
  const { world, people, accounts } = makers
  const admin = accounts.admin as Browser
  return {
    block: async () => {
      const made = DESK_INTENTS['block.add']()
      await settled(admin.push('block.add', made))
      return { ...missingThing(), questionId: made.blockId as string }
    },
    code: () => madeCode(admin),
    'code that was ended': async () => {
      const thing = await madeCode(admin)
      await settled(admin.push('code.end', { codeId: thing.questionId }))
      return thing
    },
    'mail of a question': () => orderedMail(makers, false),
    'stuck mail': () => orderedMail(makers, true),
    'message to the team': async () => message(accounts.fan as Browser),
    'payout begun': async () => {
      const thing = await orderedPayout({ ...missingThing(), athleteId: people.athlete.id }, world)
      await settled(admin.push('payout.begin', { payoutId: thing.payoutId }))
      return thing
    },
    'an invitation': async () => {
      const made = DESK_INTENTS['team.invite']()
      await settled(admin.push('team.invite', made))
      return { ...missingThing(), questionId: made.inviteId as string }
    },
    'a colleague': async () => {
      const { id } = await world.makePerson({ role: 'admin' })
      await world.database.sql`
        update person set desk_role = 'screener', email = ${`cnr.colleague${id.slice(0, 8)}@t.test`} where id = ${id}`
      return { ...missingThing(), athleteId: id }
    },
    'payouts not held': () => held(makers, false),
    'payouts held': () => held(makers, true),
    'shown picture of athlete2': () => shownPicture(makers),
    'news of payments': () => news(world),
  } satisfies Partial<Record<MadeThing, () => Promise<Thing>>>
}

async function madeCode(admin: Browser): Promise<Thing> {
  const { value } = await settled(admin.push('code.create', DESK_INTENTS['code.create']()))
  return { ...missingThing(), questionId: String(value.codeId) }
}

/** What an intent came to; it has to have come to something. */
export async function settled(outcome: Promise<Outcome>): Promise<Extract<Outcome, { state: 'settled' }>> {
  const told = await outcome
  if (told.state !== 'settled') throw new Error(`making a thing: ${JSON.stringify(told)}`)
  return told
}

/** Of an athlete whose payouts nobody else asks for; every hold of before is over. */
async function held({ world, people }: Makers, isHeld: boolean): Promise<Thing> {
  const { sql } = world.database
  const thing = { ...missingThing(), athleteId: people.unlisted.id }
  const { questionId: holdId, athleteId } = thing
  await sql`
    update payout_hold set resumed_at = app_now(), resumed_by = held_by
    where person_id = ${athleteId} and resumed_at is null`
  if (!isHeld) return thing
  await sql`
    insert into payout_hold (id, person_id, reason, held_by)
    values (${holdId}, ${athleteId}, 'canary reason of a hold', ${people.admin.id})`
  await sql`
    insert into payout (id, person_id, period, amount_cents, way)
    values (${thing.payoutId}, ${athleteId}, ${thing.payoutId}, 4_321, 'transfer')`
  return thing
}

/** A mail about the latest question, that left or that does not leave. */
async function orderedMail({ world }: Makers, isStuck: boolean): Promise<Thing> {
  const { sql } = world.database
  const thing = missingThing()
  await sql`
    insert into mail (id, kind, question_id, tries, error, sent_at)
    select ${thing.videoId}, 'question-approved', id, 3, case when ${isStuck} then 'no route' end,
      case when not ${isStuck} then app_now() end
    from question order by submitted_at desc limit 1`
  return thing
}

async function message(fan: Browser): Promise<Thing> {
  const formId: string = randomUUID()
  const words = { subject: 'canary form subject', content: 'canary form content' }
  const sender = { firstName: 'Canaryform', lastName: 'Sender', email: 'cnr.form@form.test' }
  await settled(fan.push('contact.send', { formId, captcha: null, ...sender, ...words }))
  return { ...missingThing(), questionId: formId }
}

/** A picture the team has let through, of an athlete nobody else asks one of: anybody may open its address. */
async function shownPicture(makers: Makers): Promise<Thing> {
  const { accounts, people } = makers
  const athlete = accounts.athlete2 as Browser
  const other = { people: { ...people, athlete: people.athlete2 }, accounts: { ...accounts, athlete } }
  const brought = await bringPicture({ ...makers, ...other })
  await settled((accounts.admin as Browser).push('picture.approve', brought))
  return { ...missingThing(), username: people.athlete2.username, videoId: brought.pictureId }
}

/** What is told to the server of a payment nobody here knows, signed as the provider signs. */
export const NEWS = {
  id: 'evt_x',
  object: 'event',
  livemode: false,
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_x', object: 'payment_intent' } },
}

async function news({ context }: World): Promise<Thing> {
  const time = Math.floor((await context.clock.now()).getTime() / 1_000)
  const signed = createHmac('sha256', context.secrets.webhook)
    .update(`${time}.${JSON.stringify(NEWS)}`)
    .digest('hex')
  return { ...missingThing(), signature: `t=${time},v1=${signed}` }
}
