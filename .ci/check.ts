import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'

const reports = await mkdtemp(join(tmpdir(), 'infield-check-'))
const started = performance.now()
const tally = await runChecks(reports)
await rm(reports, { recursive: true })

const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${tally.passed} unit tests passed, ${tally.failed} failures, ${seconds} s`)
process.exitCode = tally.failed === 0 ? 0 : 1
