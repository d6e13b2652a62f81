import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StepResult } from './steps.ts'
import { addTallies, tallyReport, tallyStep } from './tally.ts'

const result = (ok: boolean): StepResult => ({ name: 'unit', ok, seconds: 1, output: '' })
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'infield-tally-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function tally(report: unknown, ok: boolean) {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return tallyReport(path, result(ok))
}

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

it('counts the failed tests, and a file that failed without one', async () => {
  const report = { numPassedTests: 3, testResults: [file('failed', 'failed', 'passed'), file('failed')] }
  expect(await tally(report, false)).toEqual({ passed: 3, failed: 2 })
})

it('counts a flaky browser test and an error outside any test as failures', async () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] }
  expect(await tally(report, false)).toEqual({ passed: 4, failed: 3 })
})

it('never counts zero failures for a runner that failed or wrote no report', async () => {
  expect(await tally({ numPassedTests: 3, testResults: [file('passed', 'passed')] }, false)).toEqual({
    passed: 3,
    failed: 1,
  })
  expect(await tallyReport(join(folder, 'nothing.json'), result(true))).toEqual({ passed: 0, failed: 1 })
})

it('adds up runners and steps', () => {
  const tallies = [{ passed: 2, failed: 0 }, tallyStep(result(true)), tallyStep(result(false))]
  expect(addTallies(tallies)).toEqual({ passed: 2, failed: 1 })
})
