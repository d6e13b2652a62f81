import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const PATIENCE_MS = 120_000

export type Mail = { id: string; recipient: string; subject: string; text: string; html: string }

/** The product running as a process of its own, with its own database and files. */
export type Server = {
  port: number
  dataDir: string
  /** The password of every demo account. */
  password: string
  /** Moves the server's clock forward, then runs everything that became due. */
  advance(ms: number): Promise<void>
  /** Runs all due jobs, webhooks and operations. */
  quiesce(): Promise<void>
  /** Returns every mail so far, newest first. */
  mails(): Promise<Mail[]>
  /** Ends the process at once, as a power cut does. */
  kill(): Promise<void>
  /** Starts the server again on the same data and port. */
  restart(): Promise<void>
  /** Returns the lines logged as errors so far. */
  errors(): string[]
  /** Returns everything that the server printed. */
  said(): string
  /** Signs a demo person in without a form. Returns the cookie that a browser would get. */
  beginSession(email: string): Promise<{ name: string; value: string }>
  /** Stops the server in an orderly way and keeps its data. */
  halt(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'chalk-lines-and-lanes'

/**
 * Starts a server on data of its own: a copy of a stopped server's data if given, otherwise new demo data. The
 * first start builds the app when its sources changed. `settings` are additional environment variables.
 */
export async function startServer(madeFrom?: string, settings: Settings = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'infield-e2e-'))
  if (madeFrom) await cp(madeFrom, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const said: string[] = []
  const start = (at: number) => launch({ dataDir, port: at, settings }, said)
  let running = await start(0)
  const { port } = running
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const quiesce = async () => void (await post('/test/quiesce', {}))
  const halt = () => end(running.process, 'SIGTERM')
  return {
    port,
    dataDir,
    password: PASSWORD,
    quiesce,
    async advance(ms) {
      await post('/test/clock', { advanceMs: ms })
      await quiesce()
    },
    async beginSession(email) {
      const { headers } = await post('/api/auth/sign-in/email', { email, password: PASSWORD })
      const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(headers.getSetCookie()[0] ?? '') ?? []
      return { name, value }
    },
    async mails() {
      const response = await fetch(`http://127.0.0.1:${port}/test/mail`)
      return ((await response.json()) as { mails: Mail[] }).mails
    },
    kill: () => end(running.process, 'SIGKILL'),
    async restart() {
      running = await start(port)
    },
    errors: () => said.join('').split('\n').filter(isError),
    said: () => said.join(''),
    halt,
    async stop() {
      await halt()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Returns whether a log line is an error. Log lines are JSON; level 50 means "error". */
function isError(line: string): boolean {
  return line.startsWith('{') && Number(/"level":(\d+)/.exec(line)?.[1]) >= 50
}

type Settings = Record<string, string>
type Launched = { dataDir: string; port: number; settings: Settings }
type Running = { process: ChildProcess; port: number }

async function launch({ dataDir, port, settings }: Launched, said: string[]): Promise<Running> {
  const child = spawn('node', ['server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
      NODE_ENV: 'test',
      // The compile cache makes a start a quarter cheaper, and a run starts about twenty servers.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'server'),
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: PASSWORD,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  const before = said.length
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until && child.exitCode === null) {
    const address = /is running at http:\/\/[^:\s]+:(\d+)/.exec(said.slice(before).join(''))
    if (address) return { process: child, port: Number(address[1]) }
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not start:\n${said.join('')}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(impatient)
}
