import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../../sync/protocol.ts'
import { signedIn } from '../../testing/actors.ts'
import { memoryBroker } from '../../testing/bus/memory-broker.ts'
import { changed, connect, listenTo, type Server, sessionOf } from '../../testing/bus/servers.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let person: Person
let other: Person
const servers: Server[] = []
const PATIENCE = { timeout: 20_000 }

beforeAll(async () => {
  world = await openWorld()
  ;[person, other] = [await world.makePerson({ role: 'basic' }), await world.makePerson({ role: 'basic' })]
  for (const each of [person, other]) await signedIn(world, each)
})
afterEach(async () => {
  for (const { hub } of servers.splice(0)) await hub.stop()
  await world.database.sql`update live_way set brokered_until = '-infinity', notified_until = '-infinity'`
})
afterAll(() => world.end())

type Broker = ReturnType<typeof memoryBroker>

/** Starts a server that hears, with a stream of the person. */
async function serve(broker: Broker | null): Promise<Server> {
  const server = await connect(world, broker && { kind: 'nats', dial: broker.dial })
  servers.push(server)
  await expect.poll(() => server.hub.bus().isHeard, PATIENCE).toBe(true)
  return server
}

const hear = async (server: Server, who = person, desk = false) =>
  listenTo(server, { reader: who.id, sessionId: await sessionOf(world, who), desk })

/** Ends the lease on NOTIFY, so that no server counts as needing it. */
const lapse = () => world.database.sql`update live_way set notified_until = '-infinity'`
const names = (events: StreamEvent[]) => events.map(({ event }) => event)

describe.each([
  ['Postgres', () => null],
  ['a broker', () => memoryBroker()],
])('by %s', (_, open) => {
  test('a change is told on every server to its reader, and to nobody else', async () => {
    const broker = open()
    const [one, two] = [await serve(broker), await serve(broker)]
    if (broker) await lapse()
    const [here, there, theirs] = [await hear(one), await hear(two), await hear(two, other)]
    await changed(world, person)
    for (const told of [here, there]) await expect.poll(() => names(told), PATIENCE).toContain('changed')
    await changed(world, other)
    await expect.poll(() => names(theirs), PATIENCE).toContain('changed')
    expect(here.filter(({ event }) => event === 'changed')).toEqual([
      { event: 'changed', data: { collection: 'people' } },
    ])
  })

  test('one whose older neighbour is open waits until a pull finds it', async () => {
    const broker = open()
    const server = await serve(broker)
    if (broker) await lapse()
    const told = await hear(server)
    const [begun, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const older = world.database.sql.begin(async (tx) => {
      await tx`select pg_current_xact_id()`
      begun.resolve()
      await commit.promise
    })
    await begun.promise
    await changed(world, person)
    await changed(world, other)
    // a change of the desk is in nobody's feed, so it does not wait for older writers
    await world.database.sql`select tell_live('desk', array['x 1'])`
    const desk = await hear(server, other, true)
    await world.database.sql`select tell_live('desk', array['y 2'])`
    await expect.poll(() => desk, PATIENCE).toContainEqual({ event: 'desk', data: { id: 'y', revision: 2 } })
    expect(names(told)).not.toContain('changed')
    commit.resolve()
    await older
    await expect.poll(() => names(told), PATIENCE).toContain('changed')
  })

  test('the end of a session ends its streams', async () => {
    const server = await serve(open())
    const who = await world.makePerson({ role: 'basic' })
    await signedIn(world, who)
    const told = await hear(server, who)
    await world.database.sql`delete from auth.session where id = ${await sessionOf(world, who)}`
    await expect.poll(() => told, PATIENCE).toContainEqual({ event: 'bye', data: { reason: 'signed-out' } })
  })
})

describe('with a broker', () => {
  test('nobody is notified, a server hears of its own readers alone, and nothing is left behind', async () => {
    const broker = memoryBroker()
    const server = await serve(broker)
    const notified: string[] = []
    const { unlisten } = await world.database.sql.listen('feed', (payload) => void notified.push(payload))
    await lapse()
    const told = await hear(server)
    await changed(world, other)
    await changed(world, person)
    await expect.poll(() => names(told), PATIENCE).toContain('changed')
    const waiting = () => world.database.sql`select from live_change where channel <> 'pulse'`
    await expect.poll(waiting, PATIENCE).toEqual([])
    expect(notified).toEqual([])
    expect(broker.heard().some((subject) => subject.endsWith(`feed.${person.id}`))).toBe(true)
    expect(broker.heard().some((subject) => subject.endsWith(`feed.${other.id}`))).toBe(false)
    await unlisten()
  })

  test('that is lost and comes back, every change is told, and whoever may have missed one looks again', async () => {
    const broker = memoryBroker()
    const [one, two] = [await serve(broker), await serve(broker)]
    await lapse()
    const told = [await hear(one), await hear(two)]
    const forget = () => {
      for (const events of told) events.length = 0
    }
    forget()
    broker.stop()
    for (const { hub } of [one, two]) await expect.poll(() => hub.bus().isHeard, PATIENCE).toBe(false)
    for (const events of told) await expect.poll(() => names(events), PATIENCE).toContain('ready')
    forget()
    await changed(world, person)
    for (const events of told) await expect.poll(() => names(events), PATIENCE).toContain('changed')
    broker.start()
    for (const { hub } of [one, two]) await expect.poll(() => hub.bus().isHeard, PATIENCE).toBe(true)
    await lapse()
    forget()
    await changed(world, person)
    for (const events of told) await expect.poll(() => names(events), PATIENCE).toContain('changed')
  })

  test('what was written for a broker that is lost is told by Postgres', async () => {
    const broker = memoryBroker()
    const server = await serve(broker)
    await lapse()
    const told = await hear(server)
    broker.refuse()
    told.length = 0
    await changed(world, person)
    await expect.poll(() => names(told), PATIENCE).toContain('changed')
  })

  test('a server without one beside it is told too, and another one becomes the relay', async () => {
    const broker = memoryBroker()
    const relay = await serve(broker)
    const [without, second] = [await serve(null), await serve(broker)]
    const told = [await hear(without), await hear(second)]
    await changed(world, person)
    for (const events of told) await expect.poll(() => names(events), PATIENCE).toContain('changed')
    await lapse()
    servers.splice(servers.indexOf(relay), 1)
    await relay.hub.stop()
    for (const events of told) events.length = 0
    await changed(world, person)
    await expect.poll(() => names(told[1] ?? []), PATIENCE).toContain('changed')
  })

  test('a server that starts without one while others use one says so before its first stream', async () => {
    await serve(memoryBroker())
    await lapse()
    const without = await serve(null)
    const told = await hear(without)
    await changed(world, person)
    await expect.poll(() => names(told), PATIENCE).toContain('changed')
  })
})
