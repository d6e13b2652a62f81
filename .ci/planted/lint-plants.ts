import type { Plant } from './tree.ts'

type File = [path: string, text: string]

const plant = (what: string, rule: string, [path, text]: File): Plant => ({
  tool: 'lint',
  what,
  files: { [path]: `${text}\n` },
  says: new RegExp(`^${path}(:\\d+:\\d+)? (lint/)?${rule} `, 'm'),
})

const clock: Plant[] = [
  plant('Date.now', 'nursery/noJsRestrictedProperties', [
    'server/question/now.ts',
    'export const now = () => Date.now()',
  ]),
  plant('new Date() in server', 'plugin', ['server/question/today.ts', 'export const today = new Date()']),
  plant('new Date() in sync', 'plugin', ['sync/question/today.ts', 'export const today = new Date()']),
  plant('Math.random', 'nursery/noJsRestrictedProperties', [
    'server/question/dice.ts',
    'export const dice = () => Math.random()',
  ]),
  plant('setTimeout', 'style/noRestrictedGlobals', [
    'server/question/wait.ts',
    'export const wait = (done: () => void) => setTimeout(done, 5)',
  ]),
  plant('a timer by import', 'style/noRestrictedImports', [
    'server/question/sleep.ts',
    `import { setTimeout } from 'node:timers/promises'\n\nexport const sleep = setTimeout`,
  ]),
  plant('fetch', 'style/noRestrictedGlobals', [
    'server/question/call.ts',
    `export const call = () => fetch('http://localhost')`,
  ]),
  plant('process.env', 'style/noProcessEnv', [
    'server/question/setting.ts',
    'export const setting = process.env.HOME',
  ]),
]

const habits: Plant[] = [
  plant('a forgotten await', 'nursery/noFloatingPromises', [
    'server/question/forget.ts',
    `async function save() {}\n\nexport function forget() {\n  save()\n}`,
  ]),
  plant('console.log', 'suspicious/noConsole', ['server/question/talk.ts', `console.log('hello')`]),
  plant('a call that older browsers do not have', 'plugin', [
    'client/question/either.ts',
    'export const either = (signals: AbortSignal[]) => AbortSignal.any(signals)',
  ]),
  plant('a default export', 'style/noDefaultExport', ['client/question/default.ts', 'export default 1']),
  plant('any', 'suspicious/noExplicitAny', [
    'client/question/any.ts',
    'export const loose = (value: any) => value',
  ]),
  plant('a barrel', 'performance/noBarrelFile', [
    'client/question/barrel.ts',
    `export { AskScreen } from './ask-screen.tsx'`,
  ]),
  plant('five parameters', 'complexity/useMaxParams', [
    'client/question/five.ts',
    'export const sum = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e',
  ]),
  plant('an unused import', 'correctness/noUnusedImports', [
    'client/question/unused.ts',
    `import { lazy } from 'react'\n\nexport const one = 1`,
  ]),
  plant('an unused variable', 'correctness/noUnusedVariables', [
    'client/question/unread.ts',
    'const unread = 1\nexport const one = 1',
  ]),
  plant('a type imported as a value', 'style/useImportType', [
    'client/question/value.ts',
    `import { ReactNode } from 'react'\n\nexport type Part = ReactNode`,
  ]),
  plant('a file name with capitals', 'style/useFilenamingConvention', [
    'client/question/AskButton.ts',
    'export const one = 1',
  ]),
  plant('a skipped test', 'suspicious/noSkippedTests', [
    'sync/media/skip.test.ts',
    `import { test } from 'vitest'\n\ntest.skip('later', () => {})`,
  ]),
  plant('a focused test', 'suspicious/noFocusedTests', [
    'sync/media/only.test.ts',
    `import { test } from 'vitest'\n\ntest.only('me', () => {})`,
  ]),
  plant('another format', 'format', ['client/question/format.ts', 'export const one = "1";']),
]

export const lintPlants: Plant[] = [...clock, ...habits]
