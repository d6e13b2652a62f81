import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import { endingAt, type RenditionKind, recipeOf } from './recipes.ts'
import type { Conversion, ConversionLimits, Made, Told } from './tool/conversion.ts'

/** The source of a rendition, and where the rendition is written. */
export type Wanted = Omit<Conversion, 'recipe' | 'threads' | 'limits'> & { kind: RenditionKind }

/** `made` is null when nothing can be made of the file, for the reason in `why`. */
export type Converted = { made: Made } | { made: null; why: string }

/**
 * Thrown when a conversion took longer than it may, or its process was ended. The machine is to blame, unless it
 * happens to the same file again and again.
 */
export class CutShort extends Error {}

export type Converter = {
  /** `library` is node-av, `program` is an FFmpeg on this machine. */
  tool: 'library' | 'program'
  /**
   * Makes one rendition in a low-priority process with limits on time and memory, and reports its progress in
   * percent. Throws when the machine is at fault, so that it can be tried again: `CutShort`, or any other error when
   * the file cannot have caused it.
   */
  convert(wanted: Wanted, onPercent?: (percent: number) => void): Promise<Converted>
}

/** The scheduler's niceness: everything else on the machine goes first. */
const NICENESS = 15
const START_MS = 30_000
const GIGABYTE = 1_073_741_824
/** Less than a job may take. */
const LONGEST_MS = 40 * 60_000

/**
 * Returns the limits of a rendition for a video of this length. A minute of 720p takes about half a minute of
 * processor time.
 */
export function conversionLimits(kind: RenditionKind, durationMs: number): ConversionLimits {
  const timesItsLength = { poster: 0, strip: 2, plays: 15, small: 10 }[kind]
  const processorMs = Math.min(30_000 + timesItsLength * durationMs, LONGEST_MS)
  return { processorMs, deadlineMs: Math.min(4 * processorMs, LONGEST_MS), memoryBytes: 1.5 * GIGABYTE }
}

/**
 * Returns this machine's converter: FFmpeg at the configured path, otherwise the library; null when it does not
 * run.
 */
export async function findConverter(ffmpegPath: string | null): Promise<Converter | null> {
  try {
    end((await startProcess(ffmpegPath)).process)
    return createConverter(ffmpegPath)
  } catch {
    return null
  }
}

/** Creates a converter that was found to run; tests can override its limits. */
export function createConverter(
  ffmpegPath: string | null,
  limits: Partial<ConversionLimits> = {},
): Converter {
  return {
    tool: ffmpegPath === null ? 'library' : 'program',
    async convert({ kind, ...wanted }, onPercent = () => {}) {
      const { durationMs, isCut = false } = wanted
      const recipe = recipeOf(kind, durationMs)
      const conversion: Conversion = {
        ...wanted,
        recipe: isCut ? endingAt(recipe, durationMs) : recipe,
        threads: availableParallelism(),
        limits: { ...conversionLimits(kind, durationMs), ...limits },
      }
      const started = await startProcess(ffmpegPath)
      try {
        started.process.send(conversion)
        return await outcomeOf(started, conversion.limits.deadlineMs, (ms) =>
          onPercent(Math.min(99, Math.floor((100 * ms) / durationMs))),
        )
      } finally {
        end(started.process)
      }
    },
  }
}

type Started = { process: ChildProcess; next(ms: number): Promise<Told> }

async function startProcess(ffmpegPath: string | null): Promise<Started> {
  const started = listenTo(
    fork(new URL('./tool/convert-process.ts', import.meta.url), ffmpegPath === null ? [] : [ffmpegPath], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // a process group of its own, so that it is killed together with its children
      detached: process.platform !== 'win32',
    }),
  )
  try {
    const told = await started.next(START_MS)
    if (told.step !== 'ready') throw new Error(told.step === 'failed' ? told.message : told.step)
    setPriority(started.process.pid ?? 0, NICENESS)
    return started
  } catch (error) {
    end(started.process)
    throw error
  }
}

/**
 * Collects the messages of a process until they are read. If the process exits without one, the waiting caller gets
 * an error.
 */
function listenTo(process: ChildProcess): Started {
  const said: Told[] = []
  process.on('message', (told: Told) => said.push(told))
  // the waiting caller is told
  process.on('error', () => {})
  return {
    process,
    async next(ms) {
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ms)])
      try {
        if (said.length === 0)
          await Promise.race([once(process, 'message', { signal }), endOf(process, signal)])
        const told = said.shift()
        if (!told) throw new Error('the process that converts a video ended without a word')
        return told
      } finally {
        over.abort()
      }
    },
  }
}

async function endOf(process: ChildProcess, signal: AbortSignal): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  await once(process, 'exit', { signal }).catch((error: unknown) => {
    if (!signal.aborted || signal.reason?.name === 'TimeoutError') throw error
  })
}

async function outcomeOf(
  { next }: Started,
  deadlineMs: number,
  onMs: (ms: number) => void,
): Promise<Converted> {
  const over = AbortSignal.timeout(deadlineMs)
  for (;;) {
    // the deadline is for the whole conversion, whether or not progress is reported
    const told = await next(deadlineMs).catch((error: Error) => {
      throw new CutShort(error.message)
    })
    if (over.aborted) throw new CutShort('a conversion took longer than it may')
    if (told.step === 'progress') onMs(told.ms)
    else if (told.step === 'made') return { made: told.made }
    else if (told.step === 'spoiled') return { made: null, why: told.why }
    else if (told.step === 'cut-short') throw new CutShort(told.message)
    else throw new Error(told.step === 'failed' ? told.message : 'it began twice')
  }
}

/** Kills a process and its children. */
function end({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // it has already ended
  }
}
