import type { Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { advanceClock } from '../clock.ts'
import { emptyForServer } from '../machines/disk.ts'
import { newerMigrations } from '../machines/newer-version.ts'
import { strain } from '../machines/strain.ts'
import { Nemesis } from '../nemesis/nemesis.ts'
import { callServer, jsonPost, ORIGIN } from './call.ts'
import { type Child, type Order, startChild } from './child.ts'
import { type MachineStep, type Step, Unreached, type Via } from './ground.ts'
import type { Line } from './line.ts'
import { comesToRest, cutConnections, emptyDatabase, MISSED_MS } from './stage.ts'
import { Supervisor } from './supervisor.ts'
import { Words } from './words.ts'

/** What a killed server left undone is given back after fifteen seconds, at the earliest. */
const RUN_PATIENCE_MS = 120_000
type Options = {
  sql: Sql
  dir: string
  variables: Record<string, string>
  /** Where the database listens, if the variables do not say so. */
  socket?: string
  /** How many; beyond the first two they are asked by nobody by name. */
  count?: number
  /** One that ended is started again by itself, and not by whoever needs it next. */
  isWatched?: boolean
  /** Told where a server listens, or that it does not any longer. */
  listens?(place: number, port: number | null): void
  /** The line on which people reach it, where they do not reach it directly. */
  lineTo?(via: Via): Line
  /** Plans the sweeps, after everything planned was taken out. */
  plan(): Promise<void>
  emptyFiles(): Promise<void>
  /** Kills it and has it back. */
  killDatabase(): Promise<void>
}

/** The servers, each started where one is missed; whatever ends one is told to them, or notes it. */
export class Fleet {
  readonly reached = new Map<FaultPoint, number>()
  readonly nemesis = new Nemesis()
  private readonly words = new Words((step) => this.nemesis.note(step))
  private living = new Set<Child>()
  died: string[] = []
  heaviest = 0
  /** Which server came by a fault point last. */
  readonly at = new Map<FaultPoint, number>()
  /** Whether the last schedule was healed and came to its end. */
  private hasEnded = false
  private readonly options: Options
  private readonly servers: Supervisor
  /** Builds that came after this one. */
  private newer = 0
  constructor(options: Options) {
    this.options = options
    const { count = 2, isWatched = false, listens = () => {} } = options
    const start = (place: number, migrations?: string) => this.start(place, migrations)
    this.servers = new Supervisor({ count, isWatched, listens, start })
  }

  private async start(place: number, migrations?: string): Promise<Child> {
    const { variables, socket } = this.options
    let server: Child | null = null
    server = await startChild({
      variables,
      ...(socket !== undefined && { socket }),
      ...(migrations && { migrations }),
      reached: (point) => {
        this.reached.set(point, (this.reached.get(point) ?? 0) + 1)
        this.at.set(point, place)
      },
      struck: (step) => this.nemesis.note(step),
      weighs: (bytes) => {
        this.heaviest = Math.max(this.heaviest, bytes)
      },
      ended: ({ isWanted, isStranded, signal, code, words }) => {
        this.words.hear(words)
        if (server) this.living.delete(server)
        if (isWanted) this.missed(place)
        if (isWanted && !isStranded && signal !== 'SIGKILL')
          this.died.push(`code ${code}: ${words.slice(-2_000)}`)
      },
    })
    this.living.add(server)
    return server
  }

  /** It stopped where it was told to; the next to need it starts another one, some time later. */
  private missed(place: number): void {
    this.servers.missed(place)
    void advanceClock(this.options.sql, MISSED_MS).catch(() => {})
  }

  /** What the servers said since the last reset, those that are gone and those that live. */
  logged(): string {
    for (const { words } of this.living) this.words.hear(words())
    return this.words.all()
  }

  complaints(): string[] {
    this.logged()
    return this.words.complaints()
  }

  async run(via: Via): Promise<void> {
    try {
      const init = { ...jsonPost({}), signal: AbortSignal.timeout(RUN_PATIENCE_MS) }
      const { status } = await this.request(via, `${ORIGIN}/test/quiesce`, init)
      if (status !== 200) this.words.hear(`server ${via} answered ${status} when it was told to run\n`)
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      this.words.hear(`server ${via} did not come to the end of what is due: ${error.message}\n`)
    }
  }

  async request(via: Via, url: string, init: RequestInit): Promise<Response> {
    return callServer((await this.servers.server(via)).line.port, url, init)
  }

  async mishap(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'crash':
      case 'stall':
      case 'outage':
      case 'webhooks':
        if (step.do === 'webhooks') this.nemesis.changeWeather()
        await this.tellAll(step)
        return true
      case 'kill':
        return this.kill(step)
      case 'cut line':
        ;(await this.lineTo(step.via)).cutAfter(step.bytes, () => this.nemesis.note(step))
        return true
      case 'kill database':
        this.nemesis.note(step)
        await this.options.killDatabase()
        // it was missed for as long as a server is: what was under way is given back
        await advanceClock(this.options.sql, MISSED_MS)
        return true
      case 'tell to stop':
      case 'newer version':
      case 'block':
      case 'exhaust memory':
      case 'fill disk':
        return this.strained(step)
      default:
        return false
    }
  }

  /** One that is coming up is told once it is; where it comes up by itself, nobody waits for that. */
  private async tellAll(order: Order): Promise<void> {
    const { places } = this.servers
    const told = Promise.all(places.map(async (place) => (await this.servers.found(place))?.tell(order)))
    if (!this.options.isWatched) await told
  }

  private async lineTo(via: Via): Promise<Line> {
    return this.options.lineTo?.(via) ?? (await this.servers.server(via)).line
  }

  /** False where none ran. */
  private async kill(step: Extract<Step, { do: 'kill' }>): Promise<boolean> {
    if (!(await this.servers.kill(step.via, () => this.nemesis.note(step)))) return false
    await advanceClock(this.options.sql, MISSED_MS)
    this.servers.revive(step.via)
    return true
  }

  private async strained(step: MachineStep): Promise<boolean> {
    const { via } = step
    const { sql, dir } = this.options
    const hasSuffered = await strain(step, {
      sql,
      dir,
      server: await this.servers.found(via),
      leave: () => this.servers.leave(via),
      renew: async () => {
        this.newer += 1
        return this.servers.renew(via, await newerMigrations(dir, this.newer))
      },
      runOther: () => this.run(via === 0 ? 1 : 0),
      complain: (how) => void this.died.push(how),
    })
    this.servers.revive(via)
    if (step.do === 'fill disk' && step.of === 'videos') this.words.awaitFull(hasSuffered ? step : null)
    else if (hasSuffered) this.nemesis.note(step)
    return hasSuffered
  }

  async heal(): Promise<void> {
    for (const place of this.servers.places) {
      const server = await this.servers.up(place)
      server.tell({ do: 'peace' })
      await emptyForServer(server.pid)
      server.line.cutAfter(null)
    }
    this.hasEnded = true
  }

  /** Servers that came to the end of a schedule are kept: starting them is what takes long. */
  async reset(): Promise<void> {
    const { sql, plan, emptyFiles } = this.options
    if (!this.hasEnded || !(await comesToRest(sql, 'infield'))) await this.killAll()
    this.hasEnded = false
    this.heaviest = 0
    this.logged()
    this.words.forget()
    this.nemesis.reset()
    this.died = []
    if (this.servers.isDeserted()) await cutConnections(sql, 'infield')
    await emptyDatabase(sql)
    await plan()
    await emptyFiles()
    await this.servers.startAll()
  }

  killAll(): Promise<void> {
    return this.servers.killAll()
  }
}
