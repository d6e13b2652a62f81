import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root, type StepResult } from './steps.ts'
import { addTallies, tallyReport, tallyStep } from './tally.ts'

const result = (ok: boolean): StepResult => ({
  name: 'unit',
  ok,
  seconds: 1,
  output: '1 unhandled error\n',
  shown: false,
})
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
  name: join(root, 'sync/take.test.ts'),
  status,
  assertionResults: tests.map((each, at) => ({
    status: each,
    fullName: `take ${at}`,
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n    at take.test.ts:3'] : [],
  })),
})

const take = join(root, 'sync/take.test.ts')

it('names the failed tests with what they met, and a file that failed without one', async () => {
  const report = { numPassedTests: 3, testResults: [file('failed', 'failed', 'passed'), file('failed')] }
  expect(await tally(report, false)).toEqual({
    passed: 3,
    failures: [`${take} › take 0: expected 1 to be 2`, take],
    again: ['npx vitest run sync/take.test.ts', 'npx vitest run sync/take.test.ts'],
  })
})

it('counts a flaky browser test and an error outside any test as failures', async () => {
  const count = 'toHaveCount() failed\n\nExpected: 1\nReceived: 0\n\nCall log:\n  - waiting for the list'
  const errors = [
    { message: '\x1b[31mTest timeout of 90000ms exceeded.\x1b[39m' },
    { message: `\x1b[31m${count}\x1b[39m`, location: { file: 'ask.spec.ts', line: 18, column: 3 } },
  ]
  const results = errors.map((error) => ({ errors: [error] }))
  const met = 'Test timeout of 90000ms exceeded. | line 18: toHaveCount() failed Expected: 1 Received: 0'
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] })
  const inner = { title: 'offline', file: 'ask.spec.ts', specs: [spec('is told', 'flaky')] }
  const specs = [spec('arrives', 'unexpected'), spec('plays', 'expected'), spec('waits', 'skipped')]
  const report = {
    stats: { expected: 4 },
    suites: [{ title: 'ask.spec.ts', file: 'ask.spec.ts', specs, suites: [inner] }],
    errors: [{ message: 'no server' }],
  }
  expect(await tally(report, false)).toEqual({
    passed: 4,
    failures: [
      `ask.spec.ts › arrives (unexpected): ${met}`,
      `offline › is told (flaky): ${met}`,
      'no server',
    ],
    again: Array.from({ length: 2 }, () => 'npx playwright test -c e2e/playwright.config.ts ask.spec.ts'),
  })
})

it('never counts zero failures for a runner that failed or wrote no report', async () => {
  const clean = { numPassedTests: 3, testResults: [file('passed', 'passed')] }
  expect(await tally(clean, false)).toEqual({
    passed: 3,
    failures: ['unit, outside its tests: 1 unhandled error'],
    again: [],
  })
  expect(await tallyReport(join(folder, 'nothing.json'), result(true))).toEqual({
    passed: 0,
    failures: ['unit: no report'],
    again: [],
  })
})

it('adds up runners and steps', () => {
  const tallies = [
    { passed: 2, failures: [], again: ['npx vitest run a'] },
    tallyStep(result(true)),
    tallyStep(result(false)),
  ]
  expect(addTallies(tallies)).toEqual({ passed: 2, failures: ['unit'], again: ['npx vitest run a'] })
})
