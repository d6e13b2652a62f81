import { readFile } from 'node:fs/promises'
import type { StepResult } from './steps.ts'

export type Tally = { passed: number; failed: number }

type VitestReport = {
  numPassedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

export function addTallies(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  }
}

/** A file that failed without a failed test inside (it did not load, or a hook broke) counts as one failure. */
function tallyVitest(report: VitestReport): Tally {
  const failed = report.testResults.map((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed').length
    return tests === 0 && file.status === 'failed' ? 1 : tests
  })
  return { passed: report.numPassedTests, failed: failed.reduce((sum, count) => sum + count, 0) }
}

/** A flaky test is a failed one: it failed at least once. */
function tallyPlaywright({ stats, errors }: PlaywrightReport): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** What a runner's JSON report counts. A runner that failed, or wrote no report, never counts zero failures. */
export async function tallyReport(path: string, result: StepResult): Promise<Tally> {
  const report = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as VitestReport | PlaywrightReport)
    .catch(() => undefined)
  if (report === undefined) return { passed: 0, failed: 1 }
  const tally = 'stats' in report ? tallyPlaywright(report) : tallyVitest(report)
  return result.ok ? tally : { passed: tally.passed, failed: Math.max(1, tally.failed) }
}

/** A step that is no test runner: nothing when it passed, one failure when not. */
export function tallyStep(result: StepResult): Tally {
  return { passed: 0, failed: result.ok ? 0 : 1 }
}
