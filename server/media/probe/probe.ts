import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Conversion, Means, VideoFamily } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { every } from '../../pause.ts'

export type Inspection = {
  /** The file that a stranger sent. */
  file: string
  /** How many of its bytes make sense; the rest is not read. */
  bytes: number
  /** Where the copy without tags is written. */
  draft: string
  /** Of the file that was sent. */
  family: VideoFamily
  longestMs: number
  means: Means
  limits: ReadingLimits
}

/** What a video truly is, what is to become of it, and its copy. */
export type InspectedVideo = {
  /** Of what is shown of it. */
  durationMs: number
  width: number
  height: number
  /** By mediabunny's name; of one that it does not know, the container's. */
  videoCodec: string
  audioCodec: string | null
  conversion: Conversion
  /** Which of the file's pictures, and which of its sounds, counted each from 0. */
  tracks: { family: VideoFamily; video: number; audio: number | null }
  /** The copy of its packets in the draft; null where `conversion` is `required`: nothing was written there. */
  copy: { bytes: number; family: VideoFamily } | null
  /**
   * What an edit list shows of it, in order, by the picture's own time stamps as they are without any edit list; null where
   * it shows all. A copy has nothing else in it, and a rendition may not either.
   */
  shown: { startMs: number; endMs: number }[] | null
}

/** What the process tells: that it runs, then how it ended with a file. `failed`: the machine did, not the file. */
export type Finding =
  | { step: 'ready' }
  | { step: 'read'; video: InspectedVideo }
  | { step: 'refused'; code: RefusalCode }
  | { step: 'failed'; message: string }

const startMs = 30_000
const MEGABYTE = 1_048_576
/** Less than a job may take. */
const LONGEST_MS = 240_000

/** Both in milliseconds. */
export type ReadingLimits = {
  /** Of processor time: a busy machine takes no longer by this clock, so what takes longer is the file's fault. */
  processorMs: number
  /** Of anybody's clock: then the file is given up, and the machine is to blame. */
  deadlineMs: number
}

/** How long a file of so many bytes may take. A hundred megabytes take about a second. */
export function readingLimits(bytes: number): ReadingLimits {
  const processorMs = 3_000 + Math.ceil((200 * bytes) / MEGABYTE)
  return { processorMs, deadlineMs: Math.min(20 * processorMs, LONGEST_MS) }
}

/** A process that read a good file waits this long for the next one; reading many leaves nothing behind. */
const restMs = 10_000
const filesOfOne = 50

type Reader = { process: ChildProcess; files: number }

const resting: { reader: Reader; wake(): void }[] = []

/**
 * Reads a stranger's file and copies its tracks, without tags, into the draft, unless it is only to be converted. A crafted file may spin the parser for
 * ever or eat all memory: it is read in a process of its own, with so much processor time as its size allows and a limit
 * to its memory, and a process that met anything but a good file reads no other. Refuses `video-too-long` and
 * what `chooseTracks` refuses; throws when the machine is at fault, so that it can be tried again.
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

/** One that rests, or a new one. */
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
  // whoever waits for it hears of it; nobody may while it rests
  process.on('error', () => {})
  try {
    await nextFinding(process, startMs)
  } catch (error) {
    process.kill('SIGKILL')
    throw error
  }
  return { process, files: 1 }
}

/** It keeps no process alive, and is gone when nothing came for a while, or when it ends by itself. */
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

/** What it says next. One that ends without a word was ended by somebody else: no file is to blame for that. */
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
