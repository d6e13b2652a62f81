import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { EmbeddedPostgres } from '../../db/embedded.ts'
import type { Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { advanceClock } from '../clock.ts'
import { emptyForServer } from '../machines/disk.ts'
import { newerMigrations } from '../machines/newer-version.ts'
import { killPostgres } from '../machines/postgres.ts'
import { strain } from '../machines/strain.ts'
import { Nemesis } from '../nemesis/nemesis.ts'
import { callServer, jsonPost, ORIGIN } from './call.ts'
import { type Child, startChild } from './child.ts'
import { type MachineStep, type Step, Unreached, type Via } from './ground.ts'
import { comesToRest, cutConnections, emptyDatabase, emptyFolder, MISSED_MS } from './stage.ts'

/** What a killed server left undone is given back after fifteen seconds, at the earliest. */
const RUN_PATIENCE_MS = 120_000

type Options = {
  sql: Sql
  dir: string
  variables: Record<string, string>
  postgres: EmbeddedPostgres
  /** Plans the sweeps, after everything planned was taken out. */
  plan(): Promise<void>
}

/** The two servers, each started where one is missed; whatever ends one is told to them, or notes it. */
export class Servers {
  readonly reached = new Map<FaultPoint, number>()
  readonly nemesis = new Nemesis()
  private said = ''
  /** A disk that is full for videos, until somebody met with it. */
  private full: Step | null = null
  private living = new Set<Child>()
  died: string[] = []
  heaviest = 0
  /** Which server came by a fault point last. */
  readonly at = new Map<FaultPoint, Via>()
  /** Whether the last schedule was healed and came to its end. */
  private hasEnded = false
  private readonly options: Options
  private servers: (Promise<Child> | null)[] = [null, null]
  /** Builds that came after this one. */
  private newer = 0

  constructor(options: Options) {
    this.options = options
  }

  private server(via: Via): Promise<Child> {
    this.servers[via] ??= this.start(via)
    return this.servers[via] as Promise<Child>
  }

  private async start(via: Via, migrations?: string): Promise<Child> {
    const { variables } = this.options
    let server: Child | null = null
    server = await startChild({
      variables,
      socket: this.options.postgres.host,
      ...(migrations && { migrations }),
      reached: (point) => {
        this.reached.set(point, (this.reached.get(point) ?? 0) + 1)
        this.at.set(point, via)
      },
      struck: (step) => this.nemesis.note(step),
      weighs: (bytes) => {
        this.heaviest = Math.max(this.heaviest, bytes)
      },
      ended: ({ isWanted, isStranded, signal, code, words }) => {
        this.hear(words)
        if (server) this.living.delete(server)
        if (isWanted) this.missed(via)
        if (isWanted && !isStranded && signal !== 'SIGKILL')
          this.died.push(`code ${code}: ${words.slice(-2_000)}`)
      },
    })
    this.living.add(server)
    return server
  }

  /** It stopped where it was told to; the next to need it starts another one, some time later. */
  private missed(via: Via): void {
    this.servers[via] = null
    void advanceClock(this.options.sql, MISSED_MS).catch(() => {})
  }

  private hear(words: string): void {
    this.said += words
    if (!this.full || !words.includes('EFBIG')) return
    this.nemesis.note(this.full)
    this.full = null
  }

  /** What the servers said since the last reset, those that are gone and those that live. */
  logged(): string {
    for (const { words } of this.living) this.hear(words())
    return this.said
  }

  complaints(): string[] {
    const lines = this.logged().split('\n')
    return lines.filter((line) => line !== '' && !line.startsWith(INFO)).map(shortened)
  }

  async run(via: Via): Promise<void> {
    try {
      const init = { ...jsonPost({}), signal: AbortSignal.timeout(RUN_PATIENCE_MS) }
      const { status } = await this.request(via, `${ORIGIN}/test/quiesce`, init)
      if (status !== 200) this.hear(`server ${via} answered ${status} when it was told to run\n`)
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      this.hear(`server ${via} did not come to the end of what is due: ${error.message}\n`)
    }
  }

  async request(via: Via, url: string, init: RequestInit): Promise<Response> {
    return callServer((await this.server(via)).line.port, url, init)
  }

  async mishap(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'crash':
      case 'stall':
      case 'outage':
      case 'webhooks':
        if (step.do === 'webhooks') this.nemesis.changeWeather()
        for (const server of await Promise.all(this.servers)) server?.tell(step)
        return true
      case 'kill':
        return this.kill(step)
      case 'cut line':
        ;(await this.server(step.via)).line.cutAfter(step.bytes, () => this.nemesis.note(step))
        return true
      case 'kill database':
        this.nemesis.note(step)
        await this.killDatabase()
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

  /** False where none ran. */
  private async kill(step: Extract<Step, { do: 'kill' }>): Promise<boolean> {
    const server = await this.servers[step.via]
    this.servers[step.via] = null
    if (!server) return false
    this.nemesis.note(step)
    await server.kill()
    await advanceClock(this.options.sql, MISSED_MS)
    return true
  }

  private async killDatabase(): Promise<void> {
    const { dir, sql } = this.options
    this.options.postgres = await killPostgres(path.join(dir, 'postgres'), sql)
    // it was missed for as long as a server is: what was under way is given back
    await advanceClock(sql, MISSED_MS)
  }

  private async strained(step: MachineStep): Promise<boolean> {
    const { via } = step
    const { sql, dir } = this.options
    const hasSuffered = await strain(step, {
      sql,
      dir,
      server: (await this.servers[via]) ?? null,
      leave: () => {
        this.servers[via] = null
      },
      renew: async () => {
        this.newer += 1
        this.servers[via] = this.start(via, await newerMigrations(dir, this.newer))
        return this.servers[via]
      },
      runOther: () => this.run(via === 0 ? 1 : 0),
      complain: (how) => void this.died.push(how),
    })
    if (step.do === 'fill disk' && step.of === 'videos') this.full = hasSuffered ? step : null
    else if (hasSuffered) this.nemesis.note(step)
    return hasSuffered
  }

  async heal(): Promise<void> {
    for (const via of [0, 1] as const) {
      const server = await this.server(via).catch(() => this.server(via))
      server.tell({ do: 'peace' })
      await emptyForServer(server.pid)
      server.line.cutAfter(null)
    }
    this.hasEnded = true
  }

  /** Servers that came to the end of a schedule are kept: starting them is what takes long. */
  async reset(): Promise<void> {
    if (!this.hasEnded || !(await comesToRest(this.options.sql, 'infield')))
      for (const via of [0, 1] as const) await this.kill({ do: 'kill', via })
    this.hasEnded = false
    this.heaviest = 0
    this.logged()
    this.said = ''
    this.full = null
    this.nemesis.reset()
    this.died = []
    if (this.servers.every((server) => server === null)) await cutConnections(this.options.sql, 'infield')
    await emptyDatabase(this.options.sql)
    await this.options.plan()
    await emptyFolder(this.options.dir)
    await Promise.all([this.server(0), this.server(1)])
  }

  async close(): Promise<void> {
    for (const via of [0, 1] as const) await this.kill({ do: 'kill', via })
    await this.options.sql.end({ timeout: 1 })
    await this.options.postgres.stop()
    await rm(this.options.dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** How a line begins that complains of nothing. */
const INFO = '{"level":30,'
const shortened = (line: string) => line.slice(0, 300)
