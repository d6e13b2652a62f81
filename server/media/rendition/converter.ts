import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import type { VideoFamily } from '../../../sync/media/tracks.ts'
import { endingAt, type RenditionKind, recipeOf } from './recipes.ts'
import type { Conversion, ConversionLimits, Made, Told } from './tool/conversion.ts'

/** What a rendition is made of, and where it is written. */
export type Wanted = {
  kind: RenditionKind
  file: string
  family: VideoFamily
  /** Which of its pictures and sounds, counted from 0; null: it has no sound. */
  video: number
  audio: number | null
  durationMs: number
  /** Whether an edit list hides some of it: then what was made must be just as long as what is shown. */
  isCut?: boolean
  draft: string
}

/** Null of `made`: nothing can be made of the file, for the reason beside it. */
export type Converted = { made: Made } | { made: null; why: string }

export type Converter = {
  /** `library` is node-av, `program` an FFmpeg of this machine. */
  tool: 'library' | 'program'
  /**
   * Makes one rendition, in a process of its own with limits to its time and memory, that gives way to the server. Told
   * meanwhile how far it is, in percent. Throws when the machine is at fault, so that it can be tried again.
   */
  convert(wanted: Wanted, onPercent?: (percent: number) => void): Promise<Converted>
}

/** Of the scheduler: everything else of the machine goes first. */
const NICENESS = 15
const START_MS = 30_000
const GIGABYTE = 1_073_741_824
/** Less than a job may take. */
const LONGEST_MS = 40 * 60_000

/** How much a rendition of a video of this length may take. A minute of 720p takes about half a minute of processor. */
export function conversionLimits(kind: RenditionKind, durationMs: number): ConversionLimits {
  const timesItsLength = { poster: 0, strip: 2, plays: 15, small: 10 }[kind]
  const processorMs = Math.min(30_000 + timesItsLength * durationMs, LONGEST_MS)
  return { processorMs, deadlineMs: Math.min(4 * processorMs, LONGEST_MS), memoryBytes: 1.5 * GIGABYTE }
}

/** The converter of this machine: FFmpeg at the path that was set, else the library; null where neither runs. */
export async function findConverter(ffmpegPath: string | null): Promise<Converter | null> {
  try {
    end((await startProcess(ffmpegPath)).process)
    return createConverter(ffmpegPath)
  } catch {
    return null
  }
}

/** A converter that was found; limits other than the usual ones are for tests. */
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
      // a group of its own, so that it goes with what it started
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

/** What a process says is kept until somebody asks for it. One that ends without a word fails whoever waits. */
function listenTo(process: ChildProcess): Started {
  const said: Told[] = []
  process.on('message', (told: Told) => said.push(told))
  // whoever waits hears of it
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
    // told of its progress or not, the deadline is one
    const told = await next(deadlineMs)
    if (over.aborted) throw new Error('a conversion took longer than it may')
    if (told.step === 'progress') onMs(told.ms)
    else if (told.step === 'made') return { made: told.made }
    else if (told.step === 'spoiled') return { made: null, why: told.why }
    else throw new Error(told.step === 'failed' ? told.message : 'it began twice')
  }
}

/** Ends a process and the program beneath it. */
function end({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
