import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actors, asked, openCast, screen, signedIn, submit } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import { type Interleaving, interleaving } from '../testing/races/interleave.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { endIfLeft } from './end-open.ts'
import { sweepLeaving } from './erase.ts'

/* Somebody goes while another call about their questions is not committed yet, or while another leaver's fails. */

let world: World
let actors: Actors
let weave: Interleaving
let desk: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
  weave = interleaving(world.database.sql)
})
afterAll(() => world.end())

async function approving(questionId: string) {
  const { revision } = (await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })).body
  return async () => (await desk.push('question.approve', { questionId, revision })).state
}

async function stateOf(questionId: string) {
  const [row] = await world.database.sql`
    select q.status, q.reason, q.hold_state as hold, a.state as answer from question q
    left join answer a on a.question_id = q.id where q.id = ${questionId}`
  return row
}

test('D52 a question that is approved while its athlete gets a red card ends, and its card is released', async () => {
  const athlete = await world.makePerson({ role: 'creator', username: 'carded', priceCents: 1_500 })
  const [earlier, question] = [
    await asked({ ...actors, athlete }),
    await asked({ ...actors, athlete }),
  ] as const
  // an approval is several transactions, and the last of its steps is the commit that approves
  const { statements } = await weave.count(await approving(earlier.questionId))
  const red = { cardId: randomUUID(), personId: athlete.id, card: 'red', reason: 'Because of it.' }
  const giveCard = async () => (await desk.push('athlete.card', red)).state
  const raced = await weave.race(statements, await approving(question.questionId), giveCard)
  expect(raced).toMatchObject({ first: 'settled', second: 'settled', paused: true })
  await world.quiesce()
  for (const { questionId } of [earlier, question])
    expect(await stateOf(questionId)).toMatchObject({
      status: 'athlete rejected',
      reason: 'athlete-removed',
      hold: 'released',
    })
})

test('an answer that is announced while the question of a fan who left is ended keeps the question open', async () => {
  const fan = await world.makePerson({ role: 'basic' })
  const { questionId } = await asked(actors, {}, await signedIn(world, fan))
  await screen(actors, questionId)
  await world.database.sql`update person set leaving_at = app_now() where id = ${fan.id}`
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  const announce = async () => (await submit(athlete, questionId, video)).outcome.state
  const end = () => transact(world.context, (inside) => endIfLeft(inside, questionId))
  const raced = await weave.race<unknown>('commit', announce, end)
  expect(raced).toMatchObject({ first: 'settled', paused: true })
  expect(await stateOf(questionId)).toMatchObject({ status: 'approved', hold: 'held', answer: 'waiting' })
  await athlete.upload(video, 'answer')
  await world.quiesce()
  expect(await stateOf(questionId)).toMatchObject({ status: 'completed', hold: 'captured' })
})

test('a leaver whose erasure fails keeps nobody else from theirs', async () => {
  const { sql } = world.database
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const due = ids.map((id, n) => ({ id, email: `${n}@gone.test`, keep_hash: id, erase_at: new Date(0) }))
  for (const each of due) await sql`insert into leaving ${sql(each)}`
  await sql.unsafe(`
    create function fail_erasure() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
    create trigger fail_erasure before update on leaving for each row when (old.id = '${ids[1]}')
      execute function fail_erasure()`)
  await expect(sweepLeaving(world.context)).rejects.toThrow('not this one')
  const erased = await sql`
    select id from leaving where id = any (${ids}::uuid[]) and erased_at is not null`
  // the one that fails is neither the first nor the last of them
  expect(erased.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[2]].toSorted())
})
