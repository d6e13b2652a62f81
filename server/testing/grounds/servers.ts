import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import { readEnv } from '../../env.ts'
import type { FaultPoint } from '../../fault.ts'
import { planSweeps, startJobs } from '../../jobs/start-jobs.ts'
import { createLog } from '../../log.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { assemble } from '../../open-context.ts'
import { advanceClock } from '../clock.ts'
import { callServer, callsAreOver, jsonPost, ORIGIN } from './call.ts'
import { type Child, startChild } from './child.ts'
import { advanceWithFiles } from './file-ages.ts'
import { type CardAnswer, type Ground, type Step, Unreached, type Via } from './ground.ts'
import { killPostgres } from './postgres.ts'
import { comesToRest, cutConnections, emptyDatabase, emptyFolder, MISSED_MS, makeCast } from './stage.ts'

/** What a killed server left undone is given back after fifteen seconds, at the earliest. */
const RUN_PATIENCE_MS = 120_000
const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)

/** Tier 2: two servers as processes of their own on one Postgres and one folder; each may be killed at any moment. */
export async function openServers(): Promise<Ground> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-faults-'))
  const variables = {
    NODE_ENV: 'test',
    DATA_DIR: dir,
    PORT: '0',
    DEMO: 'off',
    APP_SECRET: 'known to the fault schedules',
    NODE_COMPILE_CACHE: path.join(dir, 'compiled'),
  }
  const postgres = await startPostgres(path.join(dir, 'postgres'))
  const sql = openSql({
    host: postgres.host,
    database: 'postgres',
    max: 4,
    applicationName: 'fault schedules',
  })
  await migrate(sql, MIGRATIONS)
  await sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const read = readEnv(variables)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  // beside the servers: it orders jobs, and runs none
  const context = await assemble({ env: read.env, background: false, log: createLog('silent') }, sql)
  await startJobs(context)
  const servers = new Servers({
    sql,
    dir,
    variables,
    postgres,
    plan: () => planSweeps(context),
  })
  return {
    sql,
    blobs: createDiskStore(dir),
    secrets: context.secrets,
    cast: await makeCast(context),
    reached: servers.reached,
    request: (via, url, init) => servers.request(via, url, init),
    card: async (page, body) => {
      const answer = await servers.request(0, `${ORIGIN}/dev/stripe/browser/${page}`, jsonPost(body))
      return (await answer.json()) as CardAnswer
    },
    advance: (ms) => advanceWithFiles(sql, dir, ms),
    run: (via) => servers.run(via),
    order: (name, data) => context.jobs.send(sql, name, data),
    mishap: (step) => servers.mishap(step),
    settled: async () => {},
    heal: () => servers.heal().then(callsAreOver),
    reset: () => servers.reset(),
    struck: () => servers.struck,
    complaints: () => servers.complaints(),
    heaviestBytes: () => servers.heaviest,
    died: () => servers.died,
    close: () => servers.close(),
  }
}

type Options = {
  sql: Sql
  dir: string
  variables: Record<string, string>
  postgres: EmbeddedPostgres
  /** Plans the sweeps, after everything planned was taken out. */
  plan(): Promise<void>
}

class Servers {
  readonly reached = new Map<FaultPoint, number>()
  private complained: string[] = []
  private living = new Set<Child>()
  died: string[] = []
  struck = 0
  heaviest = 0
  /** Whether the last schedule was healed and came to its end. */
  private hasEnded = false
  private readonly options: Options
  private servers: (Promise<Child> | null)[] = [null, null]

  constructor(options: Options) {
    this.options = options
  }

  private server(via: Via): Promise<Child> {
    this.servers[via] ??= this.start(via)
    return this.servers[via] as Promise<Child>
  }

  private async start(via: Via): Promise<Child> {
    const { variables } = this.options
    let server: Child | null = null
    server = await startChild({
      variables,
      socket: this.options.postgres.host,
      reached: (point) => void this.reached.set(point, (this.reached.get(point) ?? 0) + 1),
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
    this.options.postgres = await killPostgres(path.join(this.options.dir, 'postgres'), this.options.sql)
  }

  async heal(): Promise<void> {
    for (const via of [0, 1] as const) {
      const server = await this.server(via).catch(() => this.server(via))
      server.tell({ do: 'peace' })
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
