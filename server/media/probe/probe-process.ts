import { Worker } from 'node:worker_threads'
import { every } from '../../pause.ts'
import type { Finding, Inspection } from './probe.ts'

/*
 * A process that reads what strangers sent, one file after the other. The parser runs in a thread of it, so that this one
 * still sees how long it takes, and that the server is gone. It ends itself: the signals that end the server come here too
 * and would look like a file's fault.
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
// it broke down, or had too little memory: what it read is to blame
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
