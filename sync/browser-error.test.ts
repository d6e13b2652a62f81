import { expect, test } from 'vitest'
import { browserErrorCall, impersonal } from './browser-error.ts'
import { z } from './shape.ts'

test.each([
  ['lanes is not iterable', 'lanes is not iterable'],
  [`Unexpected token 'k', "kim@example.com" is not valid JSON`, 'Unexpected token …, … is not valid JSON'],
  ['no such user kim@example.com', 'no such user …'],
  ['could not open /view/abcDEF: gone', 'could not open … gone'],
  ['call me on 555 01 99', 'call me on …'],
  [`can't access property "kim", x is undefined`, "can't access property …, x is undefined"],
  ['an unended "quote of somebody', 'an unended …'],
  ['Bjørn is not here', '… is not here'],
  ['one\ntwo\u202ethree', 'one …'],
])('%j is told as %j', (message, told) => {
  expect(impersonal(message)).toBe(told)
})

test('what is impersonal stays it, and is never long', () => {
  const long = impersonal('word '.repeat(200))
  expect(long.length).toBeLessThanOrEqual(200)
  expect(impersonal(long)).toBe(long)
})

test('a frame is a place in a file of ours, and nothing else', () => {
  const report = { kind: 'error', name: 'TypeError', message: '', build: 'index-a.js', engine: 'webkit' }
  const takes = (frame: string) => z.safeParse(browserErrorCall, { ...report, frames: [frame] }).success
  expect(takes('Foo.bar app-BrgIOeG.js:1:2345')).toBe(true)
  expect(takes(' app-BrgIOeG.js:1:2345')).toBe(true)
  for (const frame of [
    'kim@example.com',
    'f https://a.test/x.js:1:2',
    'f app.js',
    'f ../app.js:1:2',
    'f g app.js:1:2',
  ])
    expect(takes(frame), frame).toBe(false)
})
