import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actors, asked, openCast, screen, signedIn } from '../testing/actors.ts'
import type { World } from '../testing/world.ts'
import { orderWaitingMails, sweepMails } from './mail.ts'
import { sweepPushes } from './push-messages.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

describe('what is unsent and has no job is ordered again', () => {
  const before = { refused: { tries: 40, hasJob: false }, waiting: { tries: 0, hasJob: true } }

  test.each([
    ['mail', 'refused'],
    ['mail', 'waiting'],
    ['push_message', 'refused'],
    ['push_message', 'waiting'],
  ] as const)('a lost %s goes out behind two hundred older ones that are %s', async (table, which) => {
    const { context } = world
    const { sql } = world.database
    const { questionId } = await asked(actors)
    const queue = table === 'mail' ? 'mail.send' : 'push.send'
    const older = await sql<{ id: string }[]>`
      insert into ${sql(table)} (id, kind, question_id, person_id, tries, created_at)
      select gen_random_uuid(), 'request-approved', ${questionId}, ${actors.athlete.id}, ${before[which].tries},
        app_now() - interval '3 hours' from generate_series(1, 200) returning id`
    const later = new Date((await context.clock.now()).getTime() + 3_600_000)
    if (before[which].hasJob)
      for (const { id } of older)
        await context.jobs.send(sql, queue, {}, { singletonKey: id, startAfter: later })
    const [lost] = await sql<{ id: string }[]>`
      insert into ${sql(table)} (id, kind, question_id, person_id, created_at)
      values (gen_random_uuid(), 'request-approved', ${questionId}, ${actors.athlete.id}, app_now() - interval '2 hours')
      returning id`
    await (table === 'mail' ? sweepMails : sweepPushes)(context)
    const ordered =
      await sql`select from boss.job where name = ${queue} and singleton_key = ${lost?.id ?? ''}`
    const ids = [...older.map(({ id }) => id), lost?.id ?? '']
    await sql`delete from boss.job where singleton_key = any (${ids})`
    await sql`delete from ${sql(table)} where id = any (${ids})`
    expect(ordered).toHaveLength(1)
  })
})

/** Holds every handing over back until `go`, and returns what was handed over. */
function hanging() {
  const { mail, push } = world.context
  const handed: string[] = []
  const gate = Promise.withResolvers<void>()
  const hold = async (id: string) => {
    handed.push(id)
    await gate.promise
  }
  world.context.mail = { ...mail, send: async ({ id }) => hold(id) }
  world.context.push = { ...push, send: async (_device, { id }) => hold(id).then(() => 'sent' as const) }
  const end = () => Object.assign(world.context, { mail, push })
  return { handed, go: gate.resolve, end }
}

describe('what is just being handed over', () => {
  test.each(['mail', 'push_message'] as const)(
    'is not ordered beside itself: a %s is sent once',
    async (table) => {
      const { context } = world
      const { sql } = world.database
      const athlete = await signedIn(world, actors.athlete)
      const { questionId } = await asked(actors)
      const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
      await screen(actors, questionId)
      await athlete.post('/api/push-subscription', { endpoint: 'https://fcm.googleapis.com/hangs', keys })
      const [row] = await sql<{ id: string }[]>`
      update ${sql(table)} set sent_at = null, created_at = app_now() - interval '5 minutes'
      where question_id = ${questionId} and kind = 'request-approved' returning id`
      const id = row?.id ?? ''
      if (table === 'push_message') await sql`update push_message set handed_to = '{}' where id = ${id}`
      const [queue, data] = table === 'mail' ? ['mail.send', { mailId: id }] : ['push.send', { pushId: id }]
      const hands = hanging()
      await context.jobs.send(sql, queue as string, data as object, { singletonKey: id })
      const running = context.jobs.runDue()
      await expect.poll(() => hands.handed).toEqual([id])
      if (table === 'mail') await orderWaitingMails(context, questionId)
      await (table === 'mail' ? sweepMails : sweepPushes)(context)
      const beside = context.jobs.runDue()
      const jobs = await sql`select state from boss.job where singleton_key = ${id} and state <> 'completed'`
      hands.go()
      await Promise.all([running, beside])
      hands.end()
      await sql`delete from push_subscription where endpoint = 'https://fcm.googleapis.com/hangs'`
      expect(jobs.map(({ state }) => state)).toEqual(['active'])
      expect(hands.handed).toEqual([id])
      expect(await sql`select from ${sql(table)} where id = ${id} and sent_at is not null`).toHaveLength(1)
    },
  )
})
