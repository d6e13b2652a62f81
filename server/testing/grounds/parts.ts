import { findBroker, findHaproxy, findPooler } from '../../../.ci/engines.ts'
import { pause } from '../../pause.ts'
import { type BrokerProcess, startBrokerProcess } from '../bus/broker-process.ts'
import { type FaultyStore, openFaultyStore } from '../machines/faulty-store.ts'
import type { Replicated } from '../machines/replicated.ts'
import { OF_BALANCER, startBalancer } from '../programs/balancer.ts'
import { startGateway } from '../programs/gateway.ts'
import { type Pooler, startPooler } from '../programs/pooler.ts'
import { callServer, ORIGIN } from './call.ts'
import { type ClusterStep, type Step, Unreached, type Via } from './ground.ts'
import { type Line, openLine } from './line.ts'

/** The parts around the servers of a cluster. */
export type Parts = {
  /** The environment variables that tell a server where the parts are. */
  variables: Record<string, string>
  store: FaultyStore
  /** Sends a request through the proxy. Rejects with `Unreached` if no server answers the proxy. */
  request(via: Via, url: string, init: RequestInit): Promise<Response>
  /** Waits until the proxy finds servers that are ready. */
  ready(): Promise<void>
  /** Returns the line in front of the proxy on which requests go to this server first. */
  lineTo(via: Via): Line
  /** Applies or arms a fault of these parts. Returns false if the step is a fault of something else. */
  mishap(step: Step): Promise<boolean>
  heal(): Promise<void>
  stop(): Promise<void>
}

type Around = {
  database: Pick<Replicated, 'port'>
  /** The ports of the servers. */
  servers: readonly number[]
  struck(step: ClusterStep): void
}

const LOOK_MS = 50
const PATIENCE_MS = 60_000
const DETACHED = { detached: true }

/** Starts all parts, detached from the terminal: after Ctrl-C the schedule under way still runs to its end. */
export async function startParts({ database, servers, struck }: Around): Promise<Parts> {
  const [store, pooler, broker, balancer] = await Promise.all([
    startGateway(DETACHED).then((gateway) => openFaultyStore(gateway, struck)),
    startPooler(findPooler() ?? '', {
      host: '127.0.0.1',
      port: database.port,
      database: 'postgres',
      ...DETACHED,
    }),
    startBrokerProcess('nats', findBroker('nats') ?? '', DETACHED),
    startBalancer(findHaproxy() ?? '', servers, DETACHED),
  ])
  const around = { store, pooler, broker: comingBack(broker), struck }
  const ways = await Promise.all(balancer.ports.map((port) => openLine(port)))
  const lineTo = (via: Via) => ways[via] as Line
  return {
    variables: {
      ...store.variables,
      DATABASE_URL: pooler.url,
      BUS: `nats://${broker.address.hosts[0]}`,
    },
    store,
    request: (via, url, init) => request(lineTo(via).port, url, init),
    async ready() {
      const until = Date.now() + PATIENCE_MS
      for (const { port } of ways)
        while (!(await request(port, `${ORIGIN}/readyz`, {}).catch(unlessUnreached))?.ok) {
          if (Date.now() > until) throw new Error('the proxy finds no server that is ready')
          await pause(LOOK_MS)
        }
    },
    lineTo,
    mishap: (step) => befall(step, around),
    async heal() {
      store.heal()
      around.broker.have()
      for (const way of ways) way.cutAfter(null)
    },
    async stop() {
      for (const way of ways) way.close()
      await Promise.all([balancer.stop(), pooler.stop(), store.stop(), around.broker.stop()])
    },
  }
}

async function request(port: number, url: string, init: RequestInit): Promise<Response> {
  const answer = await callServer(port, url, init)
  if (!answer.headers.has(OF_BALANCER)) return answer
  throw new Unreached(`the proxy answered ${answer.status}`)
}

function unlessUnreached(error: Error): null {
  if (error instanceof Unreached) return null
  throw error
}

type Befallen = {
  store: FaultyStore
  pooler: Pooler
  broker: ReturnType<typeof comingBack>
  struck: Around['struck']
}

async function befall(step: Step, { store, pooler, broker, struck }: Befallen): Promise<boolean> {
  switch (step.do) {
    case 'store amiss':
      store.arm(step)
      return true
    case 'restart pooler':
      struck(step)
      await pooler.restart()
      return true
    case 'lose broker':
      struck(step)
      await broker.lose(step.ms)
      return true
    default:
      return false
  }
}

/** Wraps a broker, so that it comes back by itself a while after it was lost. */
function comingBack(broker: BrokerProcess) {
  let isUp = true
  let back: ReturnType<typeof setTimeout> | undefined
  const have = () => {
    clearTimeout(back)
    if (!isUp) broker.start()
    isUp = true
  }
  return {
    have,
    async lose(ms: number) {
      if (!isUp) return
      isUp = false
      await broker.kill()
      back = setTimeout(have, ms)
    },
    async stop() {
      have()
      await broker.kill()
    },
  }
}
