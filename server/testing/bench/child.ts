import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROJECT = path.resolve(import.meta.dirname, '../../..')
const PATIENCE_MS = 120_000

/** A server that runs in a process of its own. */
export type Child = {
  port: number
  pid: number
  /** Collects garbage and returns the process's resident memory in bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

type ChildOptions = { script: string; args?: string[]; env: Record<string, string> }

/** Starts a script that prints the port it listens on, and waits until it has. */
export async function startChild({ script, args = [], env }: ChildOptions): Promise<Child> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', script, ...args], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  const port = await heard(child, said, / running at http:\/\/[^:\s]+:(\d+)/)
  const inspector = await heard(child, said, /Debugger listening on (ws:\S+)/)
  const pid = child.pid ?? 0
  return {
    port: Number(port),
    pid,
    async memory() {
      await collectGarbage(inspector)
      return residentBytes(pid)
    },
    stop: () => end(child),
  }
}

/** Returns a process's resident memory in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024
}

async function heard(child: ChildProcess, said: string[], pattern: RegExp): Promise<string> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until && child.exitCode === null) {
    const found = pattern.exec(said.join(''))?.[1]
    if (found) return found
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error(`It did not start:\n${said.join('')}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(impatient)
}

async function collectGarbage(inspector: string): Promise<void> {
  const socket = new WebSocket(inspector)
  await once(socket, 'open')
  for (let round = 1; round <= 3; round += 1) {
    socket.send(JSON.stringify({ id: round, method: 'HeapProfiler.collectGarbage' }))
    await once(socket, 'message')
  }
  socket.close()
  await once(socket, 'close')
}
