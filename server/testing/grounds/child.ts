import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { patchFlags } from '../../../.ci/patches/patch.ts'
import type { FaultPoint } from '../../fault.ts'
import { type Step, Unreached } from './ground.ts'
import { type Line, openLine } from './line.ts'

/** What a server is told, and what it tells. */
export type Order =
  | Extract<Step, { do: 'crash' | 'stall' | 'outage' | 'webhooks' }>
  | { do: 'peace' }
  | { do: 'exhaust memory' }
  /** As long as that file is there. */
  | { do: 'block'; file: string }
export type Report = { port: number } | { reached: FaultPoint } | { struck: Step } | { bytes: number }

/** A server as a process of its own, the port at which it listens, and a line to it. */
export type Child = {
  port: number
  line: Line
  pid: number
  tell(order: Order): void
  /** What it said since it was asked last. */
  words(): string
  /** As the machine would: at once, in the middle of whatever it does. */
  kill(): Promise<void>
  /** Waits for the end that it was told to come to, or is told by this signal; how it came. */
  ends(by?: 'SIGTERM'): Promise<string>
}

/**
 * `words` are its last; `isWanted` when nobody here killed it, `isStranded` when its database or its store of files was
 * away while it started: whoever watches over a server starts it again.
 */
export type End = {
  isWanted: boolean
  isStranded: boolean
  signal: string | null
  code: number | null
  words: string
}

export type ChildOptions = {
  /** With DATABASE_URL among them it opens its database and its store of files as the product does. */
  variables: Record<string, string>
  /** Else where its database cluster listens, and which database of it is its own; `postgres` unless told otherwise. */
  socket?: string
  database?: string
  /** False: nothing runs there by itself. */
  withJobs?: boolean
  /** The folder of its build's migrations; the one of this build, if none is told. */
  migrations?: string
  reached(point: FaultPoint): void
  struck(step: Step): void
  /** How much memory it takes at the moment. */
  weighs?(bytes: number): void
  /** It is gone. */
  ended(how: End): void
}

/** What a server says that finds its database or its store of files away. */
const STRANDED =
  /57P0[13]|08P01|ECONNREFUSED|ECONNRESET|CONNECTION_CLOSED|EPIPE|ENOENT|does not answer as it must/
/** Plenty for a server, and soon used up by one that is told to. */
const MEMORY_MB = 192
const ENTRY = fileURLToPath(new URL('./one-server.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/server', import.meta.url))

/** Starts a server and waits until it listens; rejects with `Unreached` when it stops before. */
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
  // what one server compiled is there for the next: a third of its start
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...variables }
  // detached: Ctrl-C in the terminal is for the run and not for it; it ends with its channel
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
    // one that is gone hears nothing any more
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

/** Longer than a server may take to stop. */
const ENDS_WITHIN_MS = 30_000

/** How it came to its end; one that does not come to it is killed. */
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
