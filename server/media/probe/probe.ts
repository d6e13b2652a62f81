import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Conversion, Means, VideoFamily } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { every } from '../../pause.ts'

export type Inspection = {
  /** The file that a stranger sent. */
  file: string
  /** How many of its bytes are part of a video; the rest is not read. */
  bytes: number
  /** Where the copy without tags is written. */
  draft: string
  /** The family of the file that was sent. */
  family: VideoFamily
  longestMs: number
  means: Means
  limits: ReadingLimits
}

/** The facts about a video, whether it must be converted, and its copy. */
export type InspectedVideo = {
  /** The duration of the part that is shown. */
  durationMs: number
  width: number
  height: number
  /** The codec by mediabunny's name or, if unknown there, by the container's. */
  videoCodec: string
  audioCodec: string | null
  conversion: Conversion
  /** Which of the file's pictures and sounds are used, each counted from 0. */
  tracks: { family: VideoFamily; video: number; audio: number | null }
  /** The copy of its packets in the draft; null when `conversion` is `required`, and then nothing was written. */
  copy: { bytes: number; family: VideoFamily } | null
  /**
   * The parts that an edit list shows, in order, by the picture's own time stamps without any edit list; null when
   * all is shown. A copy contains nothing else, and a rendition must not either.
   */
  shown: { startMs: number; endMs: number }[] | null
}

/**
 * A message of the process: it is ready, or the result of a file. `failed` is the machine's fault, not the file's.
 */
export type Finding =
  | { step: 'ready' }
  | { step: 'read'; video: InspectedVideo }
  | { step: 'refused'; code: RefusalCode }
  | { step: 'failed'; message: string }

const startMs = 30_000
const MEGABYTE = 1_048_576
/** Less than a job may take. */
const LONGEST_MS = 240_000

/** Two limits in milliseconds. */
export type ReadingLimits = {
  /** The limit on processor time. A busy machine uses no more of it, so exceeding it is the file's fault. */
  processorMs: number
  /** The limit on elapsed time. Exceeding it is the machine's fault. */
  deadlineMs: number
}

/** Returns how long a file of this many bytes may take. A hundred megabytes take about a second. */
export function readingLimits(bytes: number): ReadingLimits {
  const processorMs = 3_000 + Math.ceil((200 * bytes) / MEGABYTE)
  return { processorMs, deadlineMs: Math.min(20 * processorMs, LONGEST_MS) }
}

/**
 * How long a process that read a good file waits for the next one. It reads at most `filesOfOne` files, so that
 * nothing builds up.
 */
const restMs = 10_000
const filesOfOne = 50

type Reader = { process: ChildProcess; files: number }

const resting: { reader: Reader; wake(): void }[] = []

/**
 * Reads a stranger's file and copies its tracks without tags into the draft, unless it is only to be converted. A
 * crafted file may block the parser for ever or use up all memory, so it is read in a separate process with a
 * memory limit and a limit on processor time that depends on its size. A process that met anything but a good file
 * reads no other. Refuses `video-too-long` and what `chooseTracks` refuses; throws when the machine is at fault, so
 * that the file can be tried again.
 */
export async function inspectVideo(inspection: Inspection): Promise<Result<InspectedVideo>> {
  const reader = await nextReader()
  let isWell = false
  try {
    reader.process.send(inspection)
    const found = await nextFinding(reader.process, inspection.limits.deadlineMs)
    isWell = found.step === 'read' && reader.files < filesOfOne
    return verdict(found)
  } finally {
    if (isWell) letRest(reader)
    else reader.process.kill('SIGKILL')
  }
}

/** Returns an idle process, or a new one. */
async function nextReader(): Promise<Reader> {
  const rested = resting.pop()
  if (rested) {
    rested.wake()
    return { ...rested.reader, files: rested.reader.files + 1 }
  }
  const process = fork(new URL('./probe-process.ts', import.meta.url), {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // the caller that waits is told; while it is idle, nobody needs to be
  process.on('error', () => {})
  try {
    await nextFinding(process, startMs)
  } catch (error) {
    process.kill('SIGKILL')
    throw error
  }
  return { process, files: 1 }
}

/**
 * Keeps a process idle for the next file. An idle process does not keep the server alive, and is removed after a
 * while or when it exits.
 */
function letRest(reader: Reader): void {
  const { process } = reader
  const end = () => {
    wake()
    process.kill('SIGKILL')
  }
  const stopWaiting = every(restMs, end)
  const rested = { reader, wake }
  function wake() {
    stopWaiting()
    process.off('exit', end)
    process.ref()
    process.channel?.ref()
    const place = resting.indexOf(rested)
    if (place >= 0) resting.splice(place, 1)
  }
  process.unref()
  process.channel?.unref()
  process.once('exit', end)
  resting.push(rested)
}

/** Returns the process's next message. If it exits without one, it was killed, and the file is not to blame. */
async function nextFinding(process: ChildProcess, ms: number): Promise<Finding> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ms)])
  try {
    const said = once(process, 'message', { signal })
    const ended = once(process, 'exit', { signal }).then(() => {
      throw new Error('the process that reads a video ended without a word')
    })
    ended.catch(() => {})
    const [finding] = (await Promise.race([said, ended])) as unknown[]
    return finding as Finding
  } finally {
    over.abort()
  }
}

function verdict(finding: Finding): Result<InspectedVideo> {
  if (finding.step === 'read') return done(finding.video)
  if (finding.step === 'refused') return refuse(finding.code)
  throw new Error(finding.step === 'failed' ? finding.message : 'the process stopped half-way')
}
