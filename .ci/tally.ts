import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, type StepResult } from './steps.ts'

/** The number of passed tests, the name of each failure, and the commands that run the failed files alone. */
export type Tally = { passed: number; failures: string[]; again: string[] }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

type TestError = { message?: string; location?: { line: number } }

type PlaywrightSuite = {
  title: string
  file: string
  specs: {
    title: string
    tests: { status: string; results: { errors: TestError[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

type PlaywrightReport = {
  stats: { expected: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export function addTallies(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failures: tallies.flatMap((tally) => tally.failures),
    again: [...new Set(tallies.flatMap((tally) => tally.again))],
  }
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
}

/** Returns the last lines of a runner's output, which usually name the cause of a failure. */
function lastLines({ output }: StepResult): string {
  return output.trimEnd().split('\n').slice(-30).join('\n')
}

/**
 * Counts the results of Vitest. A file that failed without a failed test (it did not load, or a hook broke) counts
 * as one failure.
 */
function tallyVitest(report: VitestReport): Tally {
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [file.name] : []
    return tests.map((test) => `${file.name} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
  const again = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => `npx vitest run ${relative(root, name)}`)
  return { passed: report.numPassedTests, failures, again }
}

/** Describes the errors of a browser test: what it waited for, where, and what it found instead. */
function whatBroke({ results }: PlaywrightSuite['specs'][number]['tests'][number]): string {
  return results
    .flatMap(({ errors }) => errors)
    .map(({ message = '', location }) => {
      const [said = ''] = stripVTControlCharacters(message).split('Call log:', 1)
      const short = said.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
      return location ? `line ${location.line}: ${short}` : short
    })
    .join(' | ')
}

type FailedFlow = { file: string; says: string }

/** Returns the failed tests of a suite. A flaky test counts as failed, because it failed at least once. */
function failedFlows(suite: PlaywrightSuite): FailedFlow[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        file: suite.file,
        says: `${suite.title} › ${spec.title} (${test.status}): ${whatBroke(test)}`,
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failedFlows)]
}

function tallyPlaywright({ stats, suites, errors }: PlaywrightReport): Tally {
  const failed = suites.flatMap(failedFlows)
  const outside = errors.map((error) => error.message ?? 'an error outside any test')
  return {
    passed: stats.expected,
    failures: [...failed.map(({ says }) => says), ...outside],
    again: failed.map(({ file }) => `npx playwright test -c e2e/playwright.config.ts ${file}`),
  }
}

/** Counts a runner's JSON report. A runner that failed, or wrote no report, never counts as zero failures. */
export async function tallyReport(path: string, result: StepResult): Promise<Tally> {
  const report = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as VitestReport | PlaywrightReport)
    .catch(() => undefined)
  if (report === undefined) return { passed: 0, failures: [`${result.name}: no report`], again: [] }
  const tally = 'stats' in report ? tallyPlaywright(report) : tallyVitest(report)
  if (result.ok || tally.failures.length > 0) return tally
  return { ...tally, failures: [`${result.name}, outside its tests: ${lastLines(result)}`] }
}

/** Counts a step that is no test runner: nothing when it passed, one failure otherwise. */
export function tallyStep(result: StepResult): Tally {
  return { passed: 0, failures: result.ok ? [] : [result.name], again: [] }
}
