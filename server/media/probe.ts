import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RefusalCode } from '../../sync/errors.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { every } from '../pause.ts'

export type Inspection = {
  /** The file that a stranger sent. */
  file: string
  /** Where the copy without tags is written. */
  draft: string
  family: 'webm' | 'mp4'
  longestMs: number
}

/** What a video truly is, and how large the copy became. */
export type InspectedVideo = {
  durationMs: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
  bytes: number
}

/** What the worker tells: that it runs, that the file is a video we take, then how it ended. */
export type Finding =
  | { step: 'ready' }
  | { step: 'probed' }
  | { step: 'copied'; video: InspectedVideo }
  | { step: 'refused'; code: RefusalCode }
  | { step: 'failed'; message: string }

const startMs = 30_000
const probeMs = 10_000
const copyMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** A worker that read a good file waits this long for the next one; reading many leaves nothing behind. */
const restMs = 10_000
const filesOfOne = 50

type Reader = { worker: Worker; files: number }

let line: Promise<unknown> = Promise.resolve()
let resting: { reader: Reader; wake(): void } | null = null

/**
 * Reads a stranger's file and copies its tracks, without tags, into the draft. A crafted file may spin the parser for
 * ever or eat all memory: it is read in a worker with a deadline and a limit, one at a time in this process, and a worker
 * that met anything but a good file reads no other. Refuses `video-unreadable` and `video-too-long`; throws when the
 * machine is at fault, so that it can be tried again.
 */
export function inspectVideo(inspection: Inspection): Promise<Result<InspectedVideo>> {
  const turn = line.then(() => inspect(inspection))
  line = turn.catch(() => {})
  return turn
}

async function inspect(inspection: Inspection): Promise<Result<InspectedVideo>> {
  const reader = await nextReader()
  const { worker } = reader
  let isWell = false
  try {
    worker.postMessage(inspection)
    const probed = await nextFinding(worker, probeMs)
    const found = probed.step === 'probed' ? await nextFinding(worker, copyMs) : probed
    isWell = found.step === 'copied' && reader.files < filesOfOne
    return verdict(found)
  } finally {
    if (isWell) letRest(reader)
    else await worker.terminate()
  }
}

/** One that rests, or a new one. Until it runs, nothing that goes wrong can be a file's fault. */
async function nextReader(): Promise<Reader> {
  if (resting) {
    const { reader, wake } = resting
    wake()
    return { ...reader, files: reader.files + 1 }
  }
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    resourceLimits,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(startMs) })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return { worker, files: 1 }
}

/** It keeps no process alive, and is gone when nothing came for a while, or when it breaks down by itself. */
function letRest(reader: Reader): void {
  const { worker } = reader
  const end = () => {
    wake()
    void worker.terminate()
  }
  const stopWaiting = every(restMs, end)
  const wake = () => {
    stopWaiting()
    worker.off('error', end)
    worker.ref()
    resting = null
  }
  worker.unref()
  worker.on('error', end)
  resting = { reader, wake }
}

/** A worker that runs out of time or memory, or breaks down, has a file to blame; the file system has not. */
async function nextFinding(worker: Worker, ms: number): Promise<Finding> {
  try {
    const [finding] = await once(worker, 'message', { signal: AbortSignal.timeout(ms) })
    return finding as Finding
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    return { step: 'refused', code: 'video-unreadable' }
  }
}

function verdict(finding: Finding): Result<InspectedVideo> {
  if (finding.step === 'copied') return done(finding.video)
  if (finding.step === 'refused') return refuse(finding.code)
  throw new Error(finding.step === 'failed' ? finding.message : 'the worker stopped half-way')
}
