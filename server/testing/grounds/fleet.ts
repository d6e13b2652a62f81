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

/**
 * How long to wait for a run. The queue gives back the jobs of a killed server after twenty seconds at the earliest.
 */
const RUN_PATIENCE_MS = 120_000
type Options = {
  sql: Sql
  dir: string
  variables: Record<string, string>
  /** The folder of the database's socket, if the variables do not name a database. */
  socket?: string
  /** How many servers there are; steps name only the first two. */
  count?: number
  /** If true, a server that ended is started again by itself; otherwise the next request starts it. */
  isWatched?: boolean
  /** Called with the port at which a server listens, or with null when it does not any longer. */
  listens?(place: number, port: number | null): void
  /** Returns the line on which requests reach a server, if they do not reach it directly. */
  lineTo?(via: Via): Line
  /** Plans the sweeps again, after all jobs were deleted. */
  plan(): Promise<void>
  emptyFiles(): Promise<void>
  /** Kills the database and starts it again. */
  killDatabase(): Promise<void>
}

/**
 * The server processes of a ground. A fleet starts a server where one is missing, and strikes servers or tells them
 * where to stop.
 */
export class Fleet {
  readonly reached = new Map<FaultPoint, number>()
  readonly nemesis = new Nemesis()
  private readonly words = new Words((step) => this.nemesis.note(step))
  private living = new Set<Child>()
  died: string[] = []
  heaviest = 0
  /** The server that passed each fault point last. */
  readonly at = new Map<FaultPoint, number>()
  /** Whether the last schedule was healed, so that its servers can be kept. */
  private hasEnded = false
  private readonly options: Options
  private readonly servers: Supervisor
  /** How many newer builds were started. */
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

  /**
   * Handles the end of a server that nobody here killed, such as a crash at an armed point. The clock moves on,
   * because another server takes its place only some time later.
   */
  private missed(place: number): void {
    this.servers.missed(place)
    void advanceClock(this.options.sql, MISSED_MS).catch(() => {})
  }

  /** Returns what all servers wrote since the last reset, those that are gone and those that live. */
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
        // The clock moves on as if a server had been away, so that the queue gives back what was under way.
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

  /**
   * Tells every server. A server that is starting is told once it is up; if a supervisor started it, nobody waits for
   * that.
   */
  private async tellAll(order: Order): Promise<void> {
    const { places } = this.servers
    const told = Promise.all(places.map(async (place) => (await this.servers.found(place))?.tell(order)))
    if (!this.options.isWatched) await told
  }

  private async lineTo(via: Via): Promise<Line> {
    return this.options.lineTo?.(via) ?? (await this.servers.server(via)).line
  }

  /** Kills a server. Returns false if none ran. */
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

  /**
   * Prepares for the next schedule. Servers that came to the end of the last one are kept, because a start takes
   * long.
   */
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
