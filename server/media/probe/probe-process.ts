import { Worker } from 'node:worker_threads'
import { every } from '../../pause.ts'
import type { Finding, Inspection } from './probe.ts'

/*
 * A process that reads strangers' files one after another. The parser runs in a thread, so that the process itself
 * can still measure its time and notice that the server is gone. It ignores the signals that end the server and
 * exits by itself, because a signal would look like a file's fault.
 */

const LOOK_MS = 100

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const parser = new Worker(new URL('./probe-worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  env: {},
  execArgv: [],
})

let limit: { since: NodeJS.CpuUsage; ms: number } | null = null

function tell(finding: Finding): void {
  limit = null
  process.send?.(finding)
}

parser.on('message', tell)
// a crash or a lack of memory is the fault of the file being read
parser.on('error', () => tell({ step: 'refused', code: 'video-unreadable' }))

process.on('message', (inspection: Inspection) => {
  limit = { since: process.cpuUsage(), ms: inspection.limits.processorMs }
  parser.postMessage(inspection)
})
process.on('disconnect', () => process.exit())

every(LOOK_MS, () => {
  if (!limit) return
  const { user, system } = process.cpuUsage(limit.since)
  if ((user + system) / 1_000 > limit.ms) tell({ step: 'refused', code: 'video-unreadable' })
})
