import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { readableLine } from './log-lines.ts'

test('a line for people: time, level, what happened with its facts, the stack as a stack, and its causes', () => {
  const told: string[] = []
  const to = { write: (line: string) => void told.push(readableLine(line, false)) }
  const cause = Object.assign(new Error('no such table'), { code: '42P01' })
  createLog('info', { to, isWhole: true }).error(
    { route: '/api/ask', tries: 2, err: new Error('it broke', { cause }) },
    'request failed',
  )
  const lines = told.join('').split('\n')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} error request failed route=\/api\/ask tries=2$/)
  expect(lines[1]).toBe('Error: it broke')
  expect(lines[2]).toMatch(/^ {4}at .*log-lines\.test\.ts/)
  expect(lines).toContain('caused by Error: no such table')
  expect(lines).toContain('    code: 42P01')
})
