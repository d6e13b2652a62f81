import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { patchFlags } from '../../../.ci/patches/patch.ts'
import type { FaultPoint } from '../../fault.ts'
import { type Step, Unreached } from './ground.ts'
import { type Line, openLine } from './line.ts'

/** A message to a server's process. */
export type Order =
  | Extract<Step, { do: 'crash' | 'stall' | 'outage' | 'webhooks' }>
  | { do: 'peace' }
  | { do: 'exhaust memory' }
  /** Blocks the server's event loop as long as this file exists. */
  | { do: 'block'; file: string }
export type Report = { port: number } | { reached: FaultPoint } | { struck: Step } | { bytes: number }

/** A server in a process of its own, the port at which it listens, and a line to it. */
export type Child = {
  port: number
  line: Line
  pid: number
  tell(order: Order): void
  /** Returns what the process has written since the last call. */
  words(): string
  /** Kills the process at once, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Sends the signal, if there is one, and waits until the process has ended. Returns its signal or exit code. */
  ends(by?: 'SIGTERM'): Promise<string>
}

/**
 * How a process ended. `words` is its last output. `isWanted` is true if nobody here ended it: the supervisor starts
 * such a server again. `isStranded` is true if its database or its file store was away while it started.
 */
export type End = {
  isWanted: boolean
  isStranded: boolean
  signal: string | null
  code: number | null
  words: string
}

export type ChildOptions = {
  /**
   * The environment variables. If they name a DATABASE_URL, the server opens its database and its file store as the
   * product does.
   */
  variables: Record<string, string>
  /**
   * Otherwise, the folder of the database cluster's socket, and the server's database in it; by default `postgres`.
   */
  socket?: string
  database?: string
  /** If false, the server runs no jobs by itself. */
  withJobs?: boolean
  /** The folder of the migrations of the server's build; by default those of this build. */
  migrations?: string
  reached(point: FaultPoint): void
  struck(step: Step): void
  /** Called with the memory that the server takes at the moment. */
  weighs?(bytes: number): void
  /** Called when the process has ended. */
  ended(how: End): void
}

/** Matches what a server writes if its database or its file store is away. */
const STRANDED =
  /57P0[13]|08P01|ECONNREFUSED|ECONNRESET|CONNECTION_CLOSED|EPIPE|ENOENT|does not answer as it must/
/** This is plenty for a server, and one that is told to exhaust its memory uses it up soon. */
const MEMORY_MB = 192
const ENTRY = fileURLToPath(new URL('./one-server.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/server', import.meta.url))

/** Starts a server and waits until it listens. Rejects with `Unreached` if it stops before. */
export async function startChild({
  variables,
  socket = '',
  database = 'postgres',
  withJobs = true,
  migrations = '',
  reached,
  struck,
  weighs = () => {},
  ended,
}: ChildOptions): Promise<Child> {
  // The next server loads what one server compiled, which saves a third of its start.
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...variables }
  // The process is detached, so that Ctrl-C in the terminal stops only the run. It ends with its channel.
  const args = [ENTRY, socket, database, withJobs ? 'jobs' : 'idle', migrations]
  const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, ...patchFlags(env), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env,
  })
  const told = Promise.withResolvers<number>()
  const words: string[] = []
  let line: Line | null = null
  let isWanted = true
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => void words.push(String(chunk)))
  child.on('message', (report: Report) => {
    if ('port' in report) told.resolve(report.port)
    else if ('reached' in report) reached(report.reached)
    else if ('bytes' in report) weighs(report.bytes)
    else struck(report.struck)
  })
  child.once('exit', (code, signal) => {
    line?.close()
    const said = words.join('')
    const isStranded = line === null && STRANDED.test(said)
    ended({ isWanted, isStranded, signal, code, words: said })
    told.reject(new Unreached('stopped while it started'))
  })
  line = await openLine(await told.promise)
  return {
    port: await told.promise,
    line,
    pid: child.pid ?? 0,
    words: () => words.splice(0).join(''),
    // A process that has ended hears nothing, so an order to it is dropped.
    tell: (order) => void (child.connected && child.send(order, () => {})),
    async kill() {
      isWanted = false
      await killed(child)
    },
    async ends(by) {
      isWanted = false
      if (by) child.kill(by)
      return endOf(child)
    },
  }
}

/** How long to wait for an end before killing the process; longer than a server may take to stop. */
const ENDS_WITHIN_MS = 30_000

/** Waits until the process has ended, and kills it if it takes too long. Returns its signal or exit code. */
async function endOf(child: ChildProcess): Promise<string> {
  const impatient = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  clearTimeout(impatient)
  return child.signalCode ?? `code ${child.exitCode}`
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
