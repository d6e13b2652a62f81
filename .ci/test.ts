import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { findOrInstallBrowser } from './browser.ts'
import { runChecks, vitestCommand } from './checks.ts'
import { machineCpuSeconds, readCosts } from './cpu.ts'
import {
  findOrInstallBrokers,
  findOrInstallCeph,
  findOrInstallEngines,
  findOrInstallHaproxy,
  findOrInstallPooler,
} from './engines.ts'
import { keepScratchInMemory } from './scratch.ts'
import { printResult, root, runStep, type Step, type StepResult } from './steps.ts'
import { addTallies, type Tally, tallyReport, tallyStep } from './tally.ts'

/** `npm test` takes samples; `npm run test:all` passes `--all`, which sets this variable to take everything. */
if (process.argv.includes('--all')) process.env.TEST_ALL = '1'
// Import only after the variable is set, because the module reads it.
const { everything, seed } = await import('./sample.ts')

keepScratchInMemory()
const reports = await mkdtemp(join(tmpdir(), 'infield-test-'))
const costs = join(root, 'test-results', 'costs.jsonl')
await mkdir(dirname(costs), { recursive: true })
await writeFile(costs, '')
process.env.SEED = String(seed)
process.env.CPU_REPORT = costs
const started = performance.now()
const cpuBefore = machineCpuSeconds()

async function run(step: Step): Promise<StepResult> {
  const result = await runStep(step)
  printResult(result)
  return result
}

/** Prints the time and CPU seconds of a part of the run once it is done. */
async function measured(name: string, part: () => Promise<Tally>): Promise<Tally> {
  const before = { cpu: machineCpuSeconds(), at: performance.now() }
  const tally = await part()
  const minutes = (performance.now() - before.at) / 60_000
  console.log(figures(name.padEnd(10), minutes, machineCpuSeconds() - before.cpu))
  return tally
}

const figures = (name: string, minutes: number, cpu: number) =>
  `${name} ${minutes.toFixed(1)} minutes, ${Math.round(cpu)} CPU-seconds`

/** The browser is installed first, because neither the component tests nor the flows run without one. */
const browser = findOrInstallBrowser().then(
  () => null,
  (error: Error) => ({ passed: 0, failures: [`no browser: ${error.message}`], again: [] }),
)

/**
 * What could not be installed: the pooler, the other engines and, in a full run, the object store, the brokers and the
 * balancer. Tests that need a missing one are left out.
 */
const missing = browser.then(() => [
  ...findOrInstallPooler(),
  ...(everything ? [...findOrInstallCeph(), ...findOrInstallBrokers(), ...findOrInstallHaproxy()] : []),
  ...findOrInstallEngines(),
])

async function runVitest(name: string, projects: string[]): Promise<Tally> {
  const report = join(reports, `${name}.json`)
  return tallyReport(report, await run({ name, command: vitestCommand(projects, report), live: true }))
}

async function runComponentTests(): Promise<Tally> {
  return (await browser) ?? runVitest('components', ['dom'])
}

async function runFlows(): Promise<Tally> {
  const noBrowser = await browser
  if (noBrowser) return noBrowser
  for (const step of [
    { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
    { name: 'weight', command: ['node', '.ci/build/weight.ts'] },
  ]) {
    const result = await run(step)
    if (!result.ok) return tallyStep(result)
  }
  const report = join(reports, 'flows.json')
  const result = await run({
    name: 'flows',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    live: true,
  })
  return tallyReport(report, result)
}

/**
 * One part after another, because each keeps both cores busy. Only the flows wait a lot, and the component tests
 * fill that time.
 */
const tally = addTallies([
  await measured('check', () => runChecks(reports)),
  await measured('database', async () => {
    // Wait, because files ask for the pooler when vitest collects them.
    await missing
    return runVitest('database', ['pg', 'fuzz', 'process'])
  }),
  await measured('browser', async () => addTallies(await Promise.all([runFlows(), runComponentTests()]))),
])

const notRun = (await missing).map((name) => `not run: ${name}`)
// In CI a test that did not run counts as failed, because everybody relies on the result.
if (process.env.CI === 'true') tally.failures.push(...notRun)

const dearest = readCosts(costs).slice(0, 10)
await rm(reports, { recursive: true })
console.log(`\nThe ten dearest files, in CPU-seconds (all of them: ${relative(root, costs)}):`)
for (const { file, seconds } of dearest)
  console.log(`${seconds.toFixed(1).padStart(7)}  ${relative(root, file)}`)
const minutes = (performance.now() - started) / 60_000
console.log(`\n${figures('In all', minutes, machineCpuSeconds() - cpuBefore)} of this machine`)
// Print the failures last, so that they do not scroll away.
for (const failure of tally.failures) console.log(`failed: ${failure}`)
for (const command of tally.again)
  console.log(`alone: ${everything ? 'TEST_ALL=1 ' : ''}SEED=${seed} ${command}`)
const again = `SEED=${seed} npm ${everything ? 'run test:all' : 'test'}`
console.log(`${tally.passed} passed, ${tally.failures.length} failed; the same run again: ${again}`)
for (const line of notRun) console.log(line)
process.exitCode = tally.failures.length === 0 ? 0 : 1
