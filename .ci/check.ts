import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'

const reports = await mkdtemp(join(tmpdir(), 'infield-check-'))
const started = performance.now()
const tally = await runChecks(reports)
await rm(reports, { recursive: true })

const seconds = ((performance.now() - started) / 1000).toFixed(1)
for (const failure of tally.failures) console.log(`failed: ${failure}`)
console.log(`${tally.passed} unit tests passed, ${tally.failures.length} failures, ${seconds} s`)
process.exitCode = tally.failures.length === 0 ? 0 : 1
