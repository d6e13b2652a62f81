import { openSql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { pause } from '../../pause.ts'
import type { StandIn } from '../../payment/stand-in/stand-in.ts'
import { ensureSchema } from '../../payment/stand-in/store.ts'
import { receiveWebhook } from '../../payment/webhook.ts'
import { Armed } from '../nemesis/armed.ts'
import { Nemesis, providerStep } from '../nemesis/nemesis.ts'
import { createDraw } from '../workloads/random.ts'
import { openWorld, type World } from '../world.ts'
import { type CardAnswer, type Ground, type Step, Unreached, type Via } from './ground.ts'
import { CALLS } from './impatient.ts'
import { openProvider, type Provider } from './provider.ts'
import { openProcess, type ServerProcess } from './server-process.ts'
import {
  cutConnections,
  emptyDatabase,
  emptyFolder,
  MISSED_MS,
  makeCast,
  passTime,
  planOnce,
} from './stage.ts'

/** Opens tier 1: two servers in this process, on one database and one folder, beside the provider's stand-in. */
export async function openLane(): Promise<Ground> {
  const world = await openWorld()
  const cast = await makeCast(world.context)
  const lane = await Lane.open(world)
  await lane.reset(0)
  return {
    sql: world.database.sql,
    blobs: createDiskStore(world.dir),
    secrets: world.context.secrets,
    cast,
    reached: lane.reached,
    request: (via, url, init) => lane.request(via, url, init),
    card: (path, body) => lane.card(path, body),
    advance: (ms) => lane.advance(ms),
    run: (via) => lane.run(via),
    order: (name, data) => world.context.jobs.send(world.database.sql, name, data),
    mishap: (step) => lane.mishap(step),
    settled: () => lane.stripe.settled(),
    heal: () => lane.heal(),
    reset: (seed) => lane.reset(seed),
    nemesis: lane.nemesis,
    complaints: () => lane.complaints,
    logged: () => lane.lines.join(''),
    // A server in this process has no memory of its own, and cannot end by itself.
    heaviestBytes: () => 0,
    died: () => [],
    close: () => lane.close(),
  }
}

class Lane {
  readonly reached = new Map<FaultPoint, number>()
  readonly nemesis = new Nemesis()
  complaints: string[] = []
  lines: string[] = []
  private provider!: Provider
  private servers: (Promise<ServerProcess> | null)[] = [null, null]
  private killed: ServerProcess[] = []
  private readonly armed = new Armed()
  private shifts: { from: number; ms: number }[] = []
  private generation = 0
  private seed = 0
  private turn = 0
  /** How often all connections to the database were cut. */
  private cuts = 0
  private readonly world: World
  private readonly stripeSql: ReturnType<typeof openSql>

  static async open(world: World): Promise<Lane> {
    await ensureSchema(world.database.sql)
    await planOnce(world.database.sql)
    return new Lane(world)
  }

  private constructor(world: World) {
    this.world = world
    this.stripeSql = openSql({ ...world.database.url, max: 4 })
  }

  get stripe(): StandIn {
    return this.provider.stripe
  }

  server(via: Via): Promise<ServerProcess> {
    this.servers[via] ??= this.start()
    return this.servers[via] as Promise<ServerProcess>
  }

  private async start(): Promise<ServerProcess> {
    const { cuts } = this
    this.generation += 1
    const draw = createDraw(this.seed * 1_000 + this.generation)
    return openProcess({
      env: this.world.context.env,
      url: this.world.database.url,
      paymentsOf: this.provider.paymentsOf,
      random: { bytes: draw.bytes, id: draw.id },
      atFault: (point, process) => this.atFault(point, process),
      appTime: (written) => new Date(written.getTime() + this.shiftAt(written.getTime())),
      complain: (sentence) => void this.complaints.push(sentence),
      logged: (line) => void this.lines.push(line),
    }).catch((error: unknown) => {
      if (this.cuts === cuts) throw error
      return this.start()
    })
  }

  async request(via: Via, url: string, init: RequestInit): Promise<Response> {
    const server = await this.server(via)
    const half = init.body instanceof ReadableStream && { duplex: 'half' }
    return server.request(url, { ...init, ...half } as RequestInit)
  }

  async card(path: string, body: object): Promise<CardAnswer> {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await this.stripe.browser.request(`/${path}`, init)
    return (await answer.json()) as CardAnswer
  }

  async advance(ms: number): Promise<void> {
    await this.provider.landed()
    const before = this.shifts.at(-1)?.ms ?? 0
    await passTime(this.world.database.sql, ms)
    this.shifts.push({ from: Date.now(), ms: before + ms })
  }

  private shiftAt(moment: number): number {
    return this.shifts.findLast(({ from }) => from <= moment)?.ms ?? 0
  }

  private async atFault(point: FaultPoint, process: ServerProcess): Promise<void> {
    this.reached.set(point, (this.reached.get(point) ?? 0) + 1)
    const step = this.armed.take(point)
    if (!step) return
    this.nemesis.note(step)
    if (step.do === 'crash') await this.stop(process)
    else await pause(step.ms)
  }

  private async stop(process: ServerProcess): Promise<void> {
    process.kill()
    this.killed.push(process)
    for (const via of [0, 1] as const) {
      if ((await this.servers[via]) === process) this.servers[via] = null
    }
    await this.advance(MISSED_MS)
  }

  async mishap(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'crash':
      case 'stall':
        this.armed.arm(step)
        return true
      case 'kill': {
        const server = await this.servers[step.via]
        if (!server) return false
        this.nemesis.note(step)
        await this.stop(server)
        return true
      }
      case 'kill database':
        this.nemesis.note(step)
        this.cuts += 1
        await cutConnections(this.world.database.sql)
        return true
      case 'outage':
        this.stripe.faults.next(CALLS[step.call], step.kind, step.times)
        return true
      case 'webhooks': {
        const { do: _, ...faults } = step
        Object.assign(this.stripe.faults.webhooks, faults)
        this.nemesis.changeWeather()
        return true
      }
      default:
        return false
    }
  }

  async run(via: Via): Promise<void> {
    const { cuts } = this
    try {
      const server = await this.server(via)
      await this.stripe.settled()
      await server.alive(() => server.context.jobs.runDue())
    } catch (error) {
      // A worker that lost its server or its database starts again at a later run.
      if (!(error instanceof Unreached) && this.cuts === cuts) throw error
    }
  }

  async heal(): Promise<void> {
    this.armed.clear()
    for (const process of this.killed.splice(0)) await process.quiet()
    this.stripe.faults.clear()
    await this.stripe.settled()
    for (const via of [0, 1] as const) await this.server(via)
  }

  async reset(seed: number): Promise<void> {
    await this.endServers()
    this.seed = seed
    this.generation = 0
    this.turn = 0
    this.nemesis.reset()
    this.complaints = []
    this.lines = []
    this.armed.clear()
    this.shifts = []
    await cutConnections(this.world.database.sql)
    await emptyDatabase(this.world.database.sql)
    await emptyFolder(this.world.dir)
    this.openStripe()
  }

  private openStripe(): void {
    const { secrets } = this.world.context
    const deliver = (body: string, signature: string) => this.deliver(body, signature)
    this.provider = openProvider({ sql: this.stripeSql, secrets, seed: this.seed, deliver })
    this.stripe.faults.onStrike = (what) => this.nemesis.note(providerStep(what))
  }

  private async deliver(body: string, signature: string): Promise<boolean> {
    this.turn += 1
    const server = await this.server((this.turn % 2) as Via)
    const { status } = await server.alive(() => receiveWebhook(server.context, body, signature))
    return status === 200
  }

  private async endServers(): Promise<void> {
    if (this.provider) await this.heal()
    for (const server of this.servers) await (await server)?.end()
    this.servers = [null, null]
  }

  async close(): Promise<void> {
    await this.endServers()
    await this.stripeSql.end({ timeout: 1 })
    await this.world.end()
  }
}
