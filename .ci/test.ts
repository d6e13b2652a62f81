import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallBrowser } from './browser.ts'
import { runChecks, vitestCommand } from './checks.ts'
import { printResult, runStep, type Step, type StepResult } from './steps.ts'
import { addTallies, type Tally, tallyReport, tallyStep } from './tally.ts'

const reports = await mkdtemp(join(tmpdir(), 'infield-test-'))

async function run(step: Step): Promise<StepResult> {
  const result = await runStep(step)
  printResult(result)
  return result
}

async function runDatabaseTests(): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const command = vitestCommand(['pg', 'fuzz', 'tools'], report)
  return tallyReport(report, await run({ name: 'pg and fuzz', command, live: true }))
}

/** The browser comes first: without one the build is not worth its time. */
async function runBrowserTests(): Promise<Tally> {
  try {
    await findOrInstallBrowser()
  } catch (error) {
    console.log(`FAIL  browser      ${(error as Error).message}`)
    return { passed: 0, failures: ['no browser'] }
  }
  for (const step of [
    { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
    { name: 'weight', command: ['node', '.ci/build/weight.ts'] },
  ]) {
    const result = await run(step)
    if (!result.ok) return tallyStep(result)
  }
  const report = join(reports, 'playwright.json')
  const result = await run({
    name: 'browser',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    live: true,
  })
  return tallyReport(report, result)
}

const tally = addTallies([await runChecks(reports), await runDatabaseTests(), await runBrowserTests()])
await rm(reports, { recursive: true })
// last, where nothing that scrolls by hides them
for (const failure of tally.failures) console.log(`failed: ${failure}`)
console.log(`${tally.passed} passed, ${tally.failures.length} failed`)
process.exitCode = tally.failures.length === 0 ? 0 : 1
