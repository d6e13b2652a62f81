import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'

test('the first signal that aborts ends it, with its reason, and a later one changes nothing', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const either = anySignal([first.signal, second.signal])
  expect(either.aborted).toBe(false)
  second.abort('second')
  first.abort('first')
  expect([either.aborted, either.reason]).toEqual([true, 'second'])
})

test('one that has aborted before ends it at once; of none it never ends', () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort('gone')]).reason).toBe('gone')
  expect(anySignal([]).aborted).toBe(false)
})
