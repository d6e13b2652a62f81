import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AthleteAnswer, AthletesAnswer } from '../../../sync/desk/athletes.ts'
import type { AuditAnswer } from '../../../sync/desk/audit.ts'
import type { InboxAnswer } from '../../../sync/desk/lists.ts'
import type { FindAnswer } from '../../../sync/desk/things.ts'
import { type Actors, openCast, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import type { World } from '../../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const find = async (q: string) => (await desk.post<FindAnswer>('/api/desk/find', { q })).body.things

test('an entry on the waitlist is called by its handle, and found by it', async () => {
  const fan = await signedIn(world, await world.makePerson({ role: 'basic', username: 'waiting' }))
  const formId = randomUUID()
  const email = 'waits@x.test'
  const form = { formId, captcha: null, email, socialPlatform: 'Tiktok', socialAccount: '@fastlane' }
  expect(await fan.push('waitlist.send', form)).toMatchObject({ state: 'settled' })
  const named = [{ id: formId, kind: 'application', name: '@fastlane' }]
  expect(await find(formId)).toMatchObject(named)
  expect(await find(email)).toMatchObject(named)
  const call = { inbox: 'application', name: 'FASTL', status: null, after: null }
  expect((await desk.post<InboxAnswer>('/api/desk/inbox', call)).body.items).toMatchObject([{ id: formId }])
  const [before, now] = [
    { status: 'New', notes: '' },
    { status: 'Completed', notes: '' },
  ]
  await desk.push('inbox.update', { inbox: 'application', itemId: formId, before, now })
  const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: formId, after: null })
  expect(body.acts).toMatchObject([{ about: { name: '@fastlane' } }])
})

test('what belongs to an athlete who was erased is called by the name that is shown in their place', async () => {
  const { sql } = world.database
  const athlete = await world.makePerson({ role: 'creator', username: 'gone' })
  const [payoutId, holdId] = [randomUUID(), randomUUID()]
  const transfer = `tr_${payoutId}`
  await sql`
    insert into payout (id, person_id, period, amount_cents, way, transfer_id)
    values (${payoutId}, ${athlete.id}, 'last', 4321, 'transfer', ${transfer})`
  await sql`
    insert into payout_hold (id, person_id, reason, held_by)
    values (${holdId}, ${athlete.id}, 'wait', ${actors.admin.id})`
  const names = async () =>
    (await Promise.all([payoutId, transfer, holdId].map(find))).map(([thing]) => thing?.name)
  expect(await names()).toEqual(['@gone', '@gone', '@gone'])
  await sql`
    update person set username = null, first_name = 'Former', last_name = 'member' where id = ${athlete.id}`
  expect(await names()).toEqual(['Former member', 'Former member', 'Former member'])
})

test('an athlete who is leaving is not listed, but found, because their payouts may have to be held', async () => {
  const athlete = await world.makePerson({ role: 'creator', username: 'leaves' })
  await world.database.sql`update person set leaving_at = app_now() where id = ${athlete.id}`
  const list = await desk.post<AthletesAnswer>('/api/desk/athletes', {
    q: 'leaves',
    state: null,
    after: null,
  })
  expect(list.body.athletes).toEqual([])
  const { body } = await desk.post<AthleteAnswer>('/api/desk/athlete', { id: athlete.id })
  expect(body).toMatchObject({ id: athlete.id, gone: 'leaving' })
})
