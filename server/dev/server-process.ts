import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { processEnvironment } from '../env.ts'

/** The message of a server that is ready: its port, and its greeting at the start. */
export type Ready = { port: number; greeting: string }

export type ServerProcess = {
  /** Returns the server's port as soon as it is ready; null when it failed to start and waits for a change. */
  ready(): Promise<number | null>
  /** Starts the server with these additions to the environment. Resolves once it is ready or has failed. */
  start(additions: Record<string, string>): Promise<void>
  /** Restarts the server; changes made during the restart cause one more. */
  restart(changed: string): Promise<void>
  stop(): Promise<void>
}

/** How long a server may take to finish its work. A killed server loses nothing. */
const PATIENCE_MS = 500

type Options = { project: string; say: (sentence: string) => void }

/** Runs `server/main.ts` in a separate process, one at a time. */
export function superviseServer({ project, say }: Options): ServerProcess {
  let additions: Record<string, string> = {}
  let child: ChildProcess | null = null
  let serving: Promise<number | null> = new Promise(() => {})
  let isStarted = false
  let restarting: Promise<void> | null = null
  let isWanted = false

  const launch = async () => {
    const started = spawnServer(project, additions)
    child = started
    const ready = await readyOf(started)
    if (ready && !isStarted) say(ready.greeting)
    if (!ready) say('The server did not start. It is started again with the next change.')
    isStarted ||= ready !== null
    return ready?.port ?? null
  }
  const restartOnce = async (changed: string) => {
    const began = performance.now()
    // requests wait from here on, not only once the new process exists
    serving = endProcess(child).then(launch)
    if ((await serving) === null) return
    say(
      `${changed} changed: the server runs again after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
  }
  const restartUntilCurrent = async (changed: string) => {
    do {
      isWanted = false
      await restartOnce(changed)
    } while (isWanted)
    restarting = null
  }
  return {
    ready: () => serving,
    async start(more) {
      additions = more
      serving = launch()
      await serving
    },
    restart(changed) {
      if (restarting !== null) isWanted = true
      restarting ??= restartUntilCurrent(path.relative(project, changed))
      return restarting
    },
    stop: () => endProcess(child),
  }
}

function spawnServer(project: string, additions: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [path.join(project, 'server', 'main.ts')], {
    cwd: project,
    // cache compiled code, so that it is not compiled at every start
    env: {
      NODE_COMPILE_CACHE: path.join(project, 'node_modules', '.cache', 'server'),
      ...processEnvironment,
      ...additions,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function readyOf(child: ChildProcess): Promise<Ready | null> {
  return new Promise((resolve) => {
    child.once('message', (ready) => resolve(ready as Ready))
    child.once('exit', () => resolve(null))
    child.once('error', () => resolve(null))
  })
}

async function endProcess(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}
