import { certificatesIn } from '../../certificates.ts'
import type { Context } from '../../context.ts'
import type { BrokerAddress, BusAddress } from '../../env-operations.ts'
import { type Broker, startBroker } from './broker.ts'
import type { Heard } from './heard.ts'
import { startLease } from './lease.ts'
import type { Dial } from './line.ts'
import { startListening } from './listening.ts'

/** How this server hears of live changes, and whether it does; while it does not, Postgres tells it. */
export type BusState = { kind: BusAddress['kind']; isHeard: boolean }

export type Bus = Pick<Broker, 'follow' | 'stop'> & { state(): BusState }

type Parts = Pick<Context, 'sql' | 'direct' | 'log'>

/**
 * Starts hearing live changes. A server always listens to Postgres: with a broker, little comes from there while
 * the broker is heard, and everything while it is not.
 */
export async function startBus(
  context: Parts,
  address: BusAddress | { kind: 'nats' | 'redis'; dial: Dial },
  heard: Heard,
): Promise<Bus> {
  const listening = await startListening(context, heard)
  const { missed } = listening
  if (address.kind === 'postgres') return busOfPostgres(context, listening)
  const dial = 'dial' in address ? address.dial : await dialTo(address)
  const broker = await startBroker(context, { dial, heard, missed })
  return {
    follow: broker.follow,
    state: () => ({ kind: address.kind, isHeard: broker.isHeard() }),
    async stop() {
      await Promise.all([broker.stop(), listening.stop()])
    },
  }
}

/**
 * Returns the bus without a broker. It still renews a lease to be notified, because other servers may already use a
 * broker during a rolling update.
 */
async function busOfPostgres(
  { sql, log }: Parts,
  { missed, stop }: Awaited<ReturnType<typeof startListening>>,
): Promise<Bus> {
  const lease = startLease(sql, { way: () => 'notify', missed, log })
  await lease.renew()
  return {
    follow: () => ({ ready: Promise.resolve(), stop() {} }),
    state: () => ({ kind: 'postgres', isHeard: true }),
    async stop() {
      lease.stop()
      await stop()
    },
  }
}

/**
 * Returns the function that connects to a broker, and loads its client only when used. Throws a readable error if
 * BUS_CA contains no certificates.
 */
export async function dialTo(address: BrokerAddress): Promise<Dial> {
  const trusted = address.caFile ? { ca: await certificatesIn('BUS_CA', address.caFile) } : {}
  if (address.kind === 'nats') {
    const { dialNats } = await import('./nats.ts')
    return () => dialNats(address, trusted)
  }
  const { dialRedis } = await import('./redis.ts')
  return () => dialRedis(address, trusted)
}
