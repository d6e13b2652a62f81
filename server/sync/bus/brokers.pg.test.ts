import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBroker } from '../../../.ci/engines.ts'
import { everything } from '../../../.ci/sample.ts'
import type { StreamEvent } from '../../../sync/protocol.ts'
import { signedIn } from '../../testing/actors.ts'
import { type BrokerProcess, startBrokerProcess } from '../../testing/bus/broker-process.ts'
import { changed, connect, listenTo, type Server, sessionOf } from '../../testing/bus/servers.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

const PATIENCE = { timeout: 40_000 }

describe.each(['nats', 'redis'] as const)('%s', (kind) => {
  const program = findBroker(kind)
  describe.runIf(everything && program)('as a process', () => {
    let world: World
    let person: Person
    let broker: BrokerProcess
    let servers: Server[]
    let told: StreamEvent[][]

    beforeAll(async () => {
      world = await openWorld()
      person = await world.makePerson({ role: 'basic' })
      await signedIn(world, person)
      broker = await startBrokerProcess(kind, program ?? '')
      servers = [await connect(world, broker.address), await connect(world, broker.address)]
      const sessionId = await sessionOf(world, person)
      told = [
        await listenTo(servers[0] as Server, { reader: person.id, sessionId, desk: false }),
        await listenTo(servers[1] as Server, { reader: person.id, sessionId, desk: false }),
      ]
    }, 60_000)
    afterAll(async () => {
      for (const { hub } of servers) await hub.stop()
      await broker.kill()
      await world.end()
    })

    const isHeard = async (expected: boolean) => {
      for (const { hub } of servers)
        await expect.poll(() => hub.bus(), PATIENCE).toEqual({ kind, isHeard: expected })
    }
    /** Checks that both streams are told of a change; only by the broker if it is heard. */
    const expectTold = async () => {
      if (servers[0]?.hub.bus().isHeard)
        await world.database.sql`update live_way set notified_until = '-infinity'`
      for (const events of told) events.length = 0
      await changed(world, person)
      for (const events of told)
        await expect.poll(() => events.map(({ event }) => event), PATIENCE).toContain('changed')
    }
    const expectLookedAgain = async () => {
      for (const events of told)
        await expect.poll(() => events.map(({ event }) => event), PATIENCE).toContain('ready')
    }

    test('changes come by it', async () => {
      await isHeard(true)
      await expectTold()
    }, 60_000)

    test('killed and started anew: the database tells meanwhile, and changes come by it again', async () => {
      for (const events of told) events.length = 0
      await broker.kill()
      await isHeard(false)
      await expectLookedAgain()
      await expectTold()
      broker.start()
      await isHeard(true)
      await expectTold()
    }, 120_000)

    test('one that says nothing any longer is found out, and so is that it speaks again', async () => {
      for (const events of told) events.length = 0
      broker.freeze()
      await isHeard(false)
      await expectLookedAgain()
      await expectTold()
      broker.thaw()
      await isHeard(true)
      await expectTold()
    }, 120_000)
  })
})
