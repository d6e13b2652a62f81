import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import {
  type Cluster,
  clearLeftovers,
  clusterIn,
  hasOwner,
  isReady,
  isServing,
  makeCluster,
  makeFolders,
  plainEnv,
  runningPostmaster,
} from './embedded-cluster.ts'
import { type RunAs, userForPostgres } from './embedded-user.ts'
import { claimLock } from './lock-file.ts'

export type EmbeddedPostgres = {
  /** The folder of the Unix socket: `openSql({ host, database: 'postgres' })`. */
  host: string
  /** Whether this process started the server, which then stops with it. */
  owner: boolean
  stop(): Promise<void>
}

type Options = {
  /** For tests: faster, but data does not survive a power cut. */
  fast?: boolean
}

type Start = { cluster: Cluster; user: RunAs; binaries: Binaries; fast: boolean }

const patienceMs = 90_000
const maxLogBytes = 1_000_000

/**
 * Starts Postgres 18 in a folder of its own, without a port or a password: its Unix socket is inside a private
 * folder. The first process starts and owns it, and later ones share it. It stops with its owner, however the
 * owner ends, because a keeper process holds the other end of a pipe; so nothing stays running. A failure throws
 * one sentence that says what to do.
 */
export async function startPostgres(
  folder: string,
  { fast = false }: Options = {},
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The built-in database does not run on Windows itself: use WSL, or set DATABASE_URL.')
  }
  const cluster = clusterIn(folder)
  const [binaries, user] = await Promise.all([findBinaries(), userForPostgres(cluster.dir)])
  await makeFolders(cluster, user)
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (await isServing(cluster)) return { host: cluster.socketDir, owner: false, stop: async () => {} }
    const letGo = await claimLock(cluster.lock)
    if (letGo) {
      const started = await startOnce({ cluster, user, binaries, fast }).finally(letGo)
      if (started) return started
    }
    await sleep(50)
  }
  throw new Error(`The built-in database did not start; ${cluster.log} says why.`)
}

/**
 * Starts the server once. Returns nothing while another server of this cluster is in the way: starting, stopping,
 * or left behind by a dead owner.
 */
async function startOnce(start: Start): Promise<EmbeddedPostgres | undefined> {
  const { cluster, user, binaries, fast } = start
  const running = await runningPostmaster(cluster)
  if (running !== undefined) {
    if (!(await hasOwner(cluster))) process.kill(running, 'SIGINT')
    return undefined
  }
  if (!(await stat(cluster.data).catch(() => null))) {
    await makeCluster(cluster, user, initdbCommand(binaries, fast))
  }
  await clearLeftovers(cluster)
  await writeFile(cluster.ownerFile, String(process.pid))
  const keeper = await spawnKeeper(start)
  const exited = new Promise<true>((resolve) => {
    keeper.once('exit', () => resolve(true))
    keeper.once('error', () => resolve(true))
  })
  while (!(await isReady(cluster))) {
    if (await Promise.race([exited, sleep(15)])) return refusedStart(cluster)
  }
  const pipe = letNodeEnd(keeper)
  const stop = async () => {
    keeper.ref()
    pipe.end()
    await exited
  }
  return { host: cluster.socketDir, owner: true, stop }
}

function initdbCommand({ initdb }: Binaries, fast: boolean) {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [initdb, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, ...(fast ? ['--no-sync'] : [])]
}

/** A test's connection lives for seconds, so a plan made once and kept saves four more plannings. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  plan_cache_mode: 'force_generic_plan',
}

function postgresCommand({ cluster, binaries, fast }: Start) {
  const settings = {
    listen_addresses: '',
    max_connections: 200,
    // Failed statements contain personal data; the app logs what is needed.
    log_min_messages: 'log',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(fast && fastSettings),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [binaries.postgres, '-D', cluster.data, '-k', cluster.socketDir, '-p', '5432', ...flags]
}

/**
 * The keeper starts Postgres and reads a pipe that never carries data. When this process closes the pipe or dies,
 * the keeper asks Postgres for a fast shutdown. It runs in a session of its own, so that Ctrl-C reaches the app
 * first.
 */
const keeperScript = `
"$@" 3<&- &
server=$!
trap 'kill -INT $server' TERM INT HUP
( read -r _; kill -INT $server ) <&3 >/dev/null 2>&1 &
watcher=$!
wait $server
code=$?
while kill -0 $server 2>/dev/null; do wait $server; done
kill $watcher 2>/dev/null
exit $code
`

async function spawnKeeper(start: Start): Promise<ChildProcess> {
  const { wrap, ids } = start.user
  const log = await openLog(start.cluster)
  const args = ['-c', keeperScript, 'postgres-keeper', ...wrap, ...postgresCommand(start)]
  const keeper = spawn('/bin/sh', args, {
    stdio: ['ignore', 'ignore', log.fd, 'pipe'],
    detached: true,
    env: plainEnv(),
    ...ids,
  })
  await log.close()
  return keeper
}

async function openLog({ log }: Cluster) {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  return open(log, size > maxLogBytes ? 'w' : 'a')
}

function letNodeEnd(keeper: ChildProcess) {
  const pipe = keeper.stdio[3] as Socket
  keeper.unref()
  pipe.unref()
  return pipe
}

/**
 * Handles a start that Postgres refused. Processes of a killed server may need a moment to end, so that case is
 * retried; any other reason is thrown for people to read.
 */
async function refusedStart({ log, dir }: Cluster): Promise<undefined> {
  const lines = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    // This line comes from the former server's processes, about themselves.
    .filter((line) => !line.includes('unexpected postmaster exit'))
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''
  if (/shared memory block .* still in use|lock file .* already exists/.test(fatal)) return
  throw new Error(`The built-in database in ${dir} did not start: ${fatal} (more in ${log}).`)
}
