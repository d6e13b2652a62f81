import { expect, test } from 'vitest'
import { SharedWatches } from './shared-watches.ts'

function source() {
  let begun = 0
  let stopped = 0
  let tell: (value: number) => void = () => {}
  const begin = (teller: (value: number) => void) => {
    begun += 1
    tell = teller
    return () => {
      stopped += 1
    }
  }
  return { begin, say: (value: number) => tell(value), counts: () => ({ begun, stopped }) }
}

test('several listeners of a key begin one watch, and a later one hears at once what was told last', () => {
  const watches = new SharedWatches<number>()
  const { begin, say, counts } = source()
  const first: number[] = []
  const second: number[] = []
  const endFirst = watches.listen('key', begin, (value) => first.push(value))
  say(1)
  const endSecond = watches.listen('key', begin, (value) => second.push(value))
  say(2)
  expect([first, second, watches.last('key')]).toEqual([[1, 2], [1, 2], 2])
  endFirst()
  endFirst()
  say(3)
  expect([first, second]).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
  expect(counts()).toEqual({ begun: 1, stopped: 0 })
  endSecond()
  expect(counts()).toEqual({ begun: 1, stopped: 1 })
})

test('after the last listener has ended, nothing is remembered and the next one begins anew', () => {
  const watches = new SharedWatches<number>()
  const { begin, say, counts } = source()
  watches.listen('key', begin, () => {})()
  say(1)
  expect(watches.last('key')).toBeNull()
  const heard: number[] = []
  watches.listen('key', begin, (value) => heard.push(value))
  watches.listen('other', begin, () => {})
  expect([heard, counts()]).toEqual([[], { begun: 3, stopped: 1 }])
})
