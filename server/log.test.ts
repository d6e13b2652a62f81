import { expect, test } from 'vitest'
import { createLog, InternalError, type LogLevel } from './log.ts'

type Line = { err: Record<string, unknown>; level: number; msg: string }

function logged(error: unknown, isWhole: boolean): Line['err'] {
  const lines: Line[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  createLog('info', { to, isWhole }).error({ err: error }, 'it failed')
  return lines[0]?.err ?? {}
}

/** Makes an error like a driver's, with personal data in the message, the detail and the cause. */
function driverError(): Error {
  const cause = new Error('value "ada@example.org" is too long')
  const error = new Error('duplicate key (ada@example.org)\n    at ada@example.org', { cause })
  return Object.assign(error, {
    code: '23505',
    constraint_name: 'person_email_key',
    detail: 'ada@example.org',
  })
}

test('in production an error of a driver is told by its code, its constraint and its frames alone', () => {
  const found = logged(driverError(), false)
  expect(found).toMatchObject({ name: 'Error', code: '23505', constraint: 'person_email_key' })
  expect(found).not.toHaveProperty('message')
  expect(String(found.frames)).toContain('log.test.ts')
  expect(JSON.stringify(found)).not.toContain('ada@example.org')
})

test('in production an error of our own keeps its message, and its cause does not for that', () => {
  const found = logged(new InternalError('hold 7 has no answer', { cause: driverError() }), false)
  expect(found).toMatchObject({ message: 'hold 7 has no answer', cause: { code: '23505' } })
  expect(JSON.stringify(found)).not.toContain('ada@example.org')
})

test('what is thrown and no error is told by its kind', () => {
  expect(logged('ada@example.org', false)).toEqual({ name: 'string' })
  expect(logged('a word', true)).toEqual({ name: 'string', value: 'a word' })
})

test('outside production an error is logged whole: message, stack, what it carries, and its causes', () => {
  const found = logged(new TypeError('no such thing', { cause: driverError() }), true)
  expect(found).toMatchObject({ name: 'TypeError', message: 'no such thing' })
  expect(found.stack).toContain('log.test.ts')
  expect(found.cause).toMatchObject({ code: '23505', detail: 'ada@example.org', cause: { name: 'Error' } })
})

test('causes that lead back to themselves come to an end', () => {
  const error = new InternalError('in a circle')
  error.cause = error
  for (const isWhole of [false, true])
    expect(logged(error, isWhole)).toMatchObject({ cause: { message: 'in a circle' } })
})

test.each<[LogLevel, string[]]>([
  ['trace', ['debug', 'info', 'warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['silent', []],
])('from the level %s on', (level, said) => {
  const lines: string[] = []
  const log = createLog(level, { to: { write: (line) => void lines.push(JSON.parse(line).msg) } })
  for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each]({}, each)
  expect(lines).toEqual(said)
})

test('no token is in a line, wherever it comes from', () => {
  const lines: string[] = []
  const log = createLog('debug', { to: { write: (line) => void lines.push(line) }, isWhole: true })
  const token = 'Aa0-_'.repeat(9).slice(0, 43)
  const hash = 'abcdef0123456789'.repeat(4)
  log.error({ path: `/view/${token}`, err: new Error(`no row for ${token} and ${hash}`) }, token)
  log.debug({ url: `/media/x?t=1764250000000.${token}`, id: '01234567-89ab-4cde-8f01-23456789abcd' }, 'asked')
  expect(lines.join('')).not.toContain(token)
  expect(lines.join('')).not.toContain(hash)
  expect(lines[1]).toContain('01234567-89ab-4cde-8f01-23456789abcd')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/view/…' })
})
