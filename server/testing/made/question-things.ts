import { randomUUID } from 'node:crypto'
import { endOverdueQuestion } from '../../question/ending/end-question.ts'
import { work } from '../../work.ts'
import { asked, askOf } from '../actors.ts'
import type { Browser } from '../browser.ts'
import { settled } from './desk-things.ts'
import type { MadeThing } from './lines.ts'
import { approve, askAs, deliver } from './question-steps.ts'
import { AMOUNT_CENTS, type Makers, missingThing, type Thing } from './thing.ts'

/** Questions that went another way, and what is given away of an answer; `answered` is one that nobody spends. */
export function questionThings(makers: Makers, answered: () => Promise<Thing>) {
  return {
    'owed by fan': () => owed(makers),
    'expired of fan': () => expired(makers),
    'decided of fan': () => decided(makers),
    'share link of fan': async () => share(makers, await answered()),
    'share link of fan, by another link': async () => {
      const { questionId } = await share(makers, await answered())
      return { ...(await askAs(makers, 'guest')), questionId }
    },
    'asked with the address of fan': () => askedByAnybody(makers),
  } satisfies Partial<Record<MadeThing, () => Promise<Thing>>>
}

/** Somebody who is nobody here has typed the fan's address. */
async function askedByAnybody({ world, people }: Makers): Promise<Thing> {
  const { athlete, admin, fan } = people
  // of words of its own: the same ones would be the same placeholder as the last time
  const asker = { ...askOf({ athlete }).asker, lastName: `L${randomUUID().slice(0, 8)}`, email: fan.email }
  // words too short to be looked for: the fan is mailed them until they take their address off
  const words = { subject: 'Hm', text: 'Hm?' }
  const ask = { asker, amountCents: AMOUNT_CENTS, ...words }
  const { questionId } = await asked({ world, athlete, admin }, ask)
  return { ...missingThing(), questionId }
}

/** The card was good for a hold and is not for what is taken: the answer waits for its payment. */
async function owed(makers: Makers): Promise<Thing> {
  const approved = await approve(makers, await askAs(makers, 'fan'))
  await makers.world.database.sql`
    update stand_in.object set outcome = 'fails-later' where id = (
      select body ->> 'payment_method' from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${approved.questionId})`
  return deliver(makers, approved)
}

/** Let through, and its time has run out. */
async function expired(makers: Makers): Promise<Thing> {
  const { world } = makers
  const thing = await approve(makers, await askAs(makers, 'fan'))
  const { questionId } = thing
  await world.database.sql`
    update question set due_at = app_now() - interval '1 minute' where id = ${questionId}`
  await work(world.context, (inside) => endOverdueQuestion(inside, questionId))
  await world.quiesce()
  return thing
}

/** Decided on, and still to be taken back; for longer than people have, as a busy machine takes its time. */
async function decided(makers: Makers): Promise<Thing> {
  const thing = await askAs(makers, 'fan')
  const { questionId, revision } = thing
  const desk = makers.accounts.admin as Browser
  await settled(desk.push('question.approve', { questionId, revision, undoable: true }))
  await makers.world.database.sql`
    update screening_decision set takes_effect_at = app_now() + interval '1 hour' where question_id = ${questionId}`
  return thing
}

/** The fan has given a link to an answer away. */
async function share({ accounts }: Makers, answer: Thing): Promise<Thing> {
  const linkId: string = randomUUID()
  const call = { token: answer.token, linkId, name: 'canary name of a link' }
  await (accounts.fan as Browser).post('/api/share', call)
  return { ...answer, questionId: linkId }
}
