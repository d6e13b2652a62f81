import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { every, startStopwatch } from '../../../pause.ts'
import { holdingLast } from '../recipes.ts'
import { machineFault } from './check-machine.ts'
import type { Conversion, Made, Told } from './conversion.ts'
import type { ThreadSaid } from './library-thread.ts'
import { type Looked, lookAtMade } from './look-at-made.ts'
import { convertByProgram, ProgramKilled } from './program.ts'

/*
 * A process that makes one file from a stranger's file. FFmpeg runs in a thread or as a child program, so that the
 * process itself can still measure its use and notice that the server is gone. The server kills it together with
 * its children; it kills itself if the server is gone. It ignores the signals that end the server, because they
 * would look like a file's fault.
 */

const LOOK_MS = 50
const TELL_EVERY_MS = 500
/** How much earlier than its sound a film's picture may end. */
const EARLY_MS = 500

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let isOver = false

function tell(told: Told): void {
  if (isOver) return
  isOver = told.step !== 'ready' && told.step !== 'progress'
  process.send?.(told)
}

/** Kills the process's own group, so that a child program ends with it. */
process.on('disconnect', () =>
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'),
)

const [, , program] = process.argv
const thread = program ? null : new Worker(new URL('./library-thread.ts', import.meta.url), { env: {} })
const isReady = program ? promisify(execFile)(program, ['-version'], { env: {} }) : firstWord(thread)
isReady.then(() => tell({ step: 'ready' }), toldFailed)

process.on('message', async (conversion: Conversion) => {
  watch(conversion.limits)
  try {
    tell({ step: 'made', made: await make(conversion) })
  } catch (error) {
    if (error instanceof ProgramKilled) return tell({ step: 'cut-short', message: error.message })
    const fault = await machineFault(conversion, error)
    if (fault) toldFailed(fault)
    else tell({ step: 'spoiled', why: error instanceof Error ? error.message : String(error) })
  }
})

/**
 * Makes the file. The end of the last frame is known only from the result, so a film whose sound goes on longer is
 * made a second time.
 */
async function make(conversion: Conversion): Promise<Made> {
  const { made, pictureMs } = await convert(conversion)
  if (conversion.recipe.makes === 'picture' || made.durationMs - pictureMs < EARLY_MS) return made
  return (await convert({ ...conversion, recipe: holdingLast(conversion.recipe, made.durationMs) })).made
}

async function convert(conversion: Conversion): Promise<Looked> {
  await (program ? convertByProgram(program, conversion, seldom()) : convertInThread(conversion, seldom()))
  return lookAtMade(conversion)
}

function toldFailed(error: unknown): void {
  tell({ step: 'failed', message: error instanceof Error ? error.message : String(error) })
}

/** Returns a function that reports progress at most twice a second. */
function seldom(): (ms: number) => void {
  let sinceLast = startStopwatch()
  return (ms) => {
    if (sinceLast() < TELL_EVERY_MS) return
    sinceLast = startStopwatch()
    tell({ step: 'progress', ms: Math.max(0, Math.round(ms)) })
  }
}

function firstWord(worker: Worker | null): Promise<unknown> {
  return new Promise((done, failed) => {
    worker?.once('message', done)
    worker?.once('error', failed)
  })
}

function convertInThread(conversion: Conversion, onMs: (ms: number) => void): Promise<void> {
  return new Promise((done, failed) => {
    thread?.on('message', (said: ThreadSaid) => {
      if (said.step === 'progress') onMs(said.ms)
      else if (said.step === 'done') done()
      else if (said.step === 'failed') failed(said.error)
    })
    thread?.on('error', failed)
    thread?.postMessage(conversion)
  })
}

/** Gives up a conversion that exceeds its limits. A child program also has limits of its own. */
function watch({ processorMs, memoryBytes }: Conversion['limits']): void {
  const before = process.cpuUsage()
  every(LOOK_MS, () => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 > processorMs) tell({ step: 'spoiled', why: 'it took too much time' })
    if (process.memoryUsage.rss() > memoryBytes) tell({ step: 'spoiled', why: 'it took too much memory' })
  })
}
