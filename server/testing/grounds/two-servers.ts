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
  private complained: string[] = []
  private living = new Set<Child>()
  died: string[] = []
  struck = 0
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
      struck: () => {
        this.struck += 1
      },
      weighs: (bytes) => {
        this.heaviest = Math.max(this.heaviest, bytes)
      },
      ended: ({ isWanted, isStranded, signal, code, words }) => {
        this.complain(words)
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

  private complain(words: string): void {
    this.complained.push(...words.split('\n').filter(Boolean).map(shortened))
  }

  /** What the servers said since the last reset, those that are gone and those that live. */
  complaints(): string[] {
    for (const { words } of this.living) this.complain(words())
    return this.complained
  }

  async run(via: Via): Promise<void> {
    try {
      const init = { ...jsonPost({}), signal: AbortSignal.timeout(RUN_PATIENCE_MS) }
      const { status } = await this.request(via, `${ORIGIN}/test/quiesce`, init)
      if (status !== 200) this.complain(`server ${via} answered ${status} when it was told to run`)
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      this.complain(`server ${via} did not come to the end of what is due: ${error.message}`)
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
        for (const server of await Promise.all(this.servers)) server?.tell(step)
        if (step.do === 'outage' || step.do === 'webhooks') this.struck += 1
        return true
      case 'kill':
        await this.kill(step.via)
        return true
      case 'cut line':
        ;(await this.server(step.via)).line.cutAfter(step.bytes)
        this.struck += 1
        return true
      case 'kill database':
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

  private async kill(via: Via): Promise<void> {
    const server = await this.servers[via]
    this.servers[via] = null
    if (!server) return
    this.struck += 1
    await server.kill()
    await advanceClock(this.options.sql, MISSED_MS)
  }

  private async killDatabase(): Promise<void> {
    this.struck += 1
    const { dir, sql } = this.options
    this.options.postgres = await killPostgres(path.join(dir, 'postgres'), sql)
    // it was missed for as long as a server is: what was under way is given back
    await advanceClock(sql, MISSED_MS)
  }

  private async strained(step: MachineStep): Promise<boolean> {
    const { via } = step
    const { sql, dir } = this.options
    this.struck += 1
    return strain(step, {
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
      for (const via of [0, 1] as const) await this.kill(via)
    this.hasEnded = false
    this.struck = 0
    this.heaviest = 0
    this.complaints()
    this.complained = []
    this.died = []
    if (this.servers.every((server) => server === null)) await cutConnections(this.options.sql, 'infield')
    await emptyDatabase(this.options.sql)
    await this.options.plan()
    await emptyFolder(this.options.dir)
    await Promise.all([this.server(0), this.server(1)])
  }

  async close(): Promise<void> {
    for (const via of [0, 1] as const) await this.kill(via)
    await this.options.sql.end({ timeout: 1 })
    await this.options.postgres.stop()
    await rm(this.options.dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

const shortened = (line: string) => line.slice(0, 300)
