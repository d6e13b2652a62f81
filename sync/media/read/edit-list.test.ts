import { describe, expect, test } from 'vitest'
import { findIndex } from './boxes.ts'
import { readEditLists } from './edit-list.ts'

type Entry = [duration: number, mediaTime: number, rate?: number]

const FILM_SCALE = 1_000
const TRACK_SCALE = 90_000

const text = (word: string) => Uint8Array.from(word, (letter) => letter.charCodeAt(0))
const numbers = (...of: number[]) => {
  const view = new DataView(new ArrayBuffer(4 * of.length))
  for (const [place, number] of of.entries()) view.setInt32(4 * place, number)
  return new Uint8Array(view.buffer)
}
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const box = (type: string, ...inside: Uint8Array[]) => {
  const body = joined(...inside)
  return joined(numbers(body.length + 8), text(type), body)
}

const list = (entries: readonly Entry[]) =>
  box(
    'elst',
    numbers(0, entries.length),
    ...entries.map(([duration, mediaTime, rate = 0x10000]) => numbers(duration, mediaTime, rate)),
  )

const track = (id: number, edits: Uint8Array) =>
  box(
    'trak',
    box('tkhd', numbers(0, 0, 0, id, 0, 0)),
    box('edts', edits),
    box('mdia', box('mdhd', numbers(0, 0, 0, TRACK_SCALE, 0, 0))),
  )

const header = box('mvhd', numbers(0, 0, 0, FILM_SCALE, 0, 0))
const read = (...entries: Entry[]) => readEditLists(joined(header, track(7, list(entries)))).get(7)
const END = Number.POSITIVE_INFINITY

describe('an edit list', () => {
  test('tells in seconds what is shown, from where its entry begins', () => {
    expect(read([2_000, 18_000])).toEqual({ stretches: [{ from: 0.2, to: 2.2 }], delay: 0, isOdd: false })
    expect(read([0, 0])?.stretches).toEqual([{ from: 0, to: END }])
  })

  test('with several entries has one stretch for each that does not go on where the one before it ended', () => {
    expect(read([1_000, 0], [1_000, 270_000])?.stretches).toEqual([
      { from: 0, to: 1 },
      { from: 3, to: 4 },
    ])
    expect(read([1_000, 0], [1_000, 90_000])?.stretches).toEqual([{ from: 0, to: 2 }])
  })

  test('may begin with nothing; a pause in the middle and another speed are odd', () => {
    expect(read([500, -1], [1_000, 0])).toMatchObject({ delay: 0.5, isOdd: false })
    expect(read([1_000, 0], [500, -1], [1_000, 90_000])).toMatchObject({ isOdd: true })
    expect(read([1_000, 0, 0x8000])).toMatchObject({ isOdd: true })
    expect(read([1_000, 0, 0])).toMatchObject({ isOdd: true })
  })

  test('that announces more than is in it, or shows nothing, is none', () => {
    const cut = box('elst', numbers(0, 900), numbers(1_000, 0, 0x10000))
    expect(readEditLists(joined(header, track(7, cut)))).toEqual(new Map())
    expect(read([500, -1])).toBeUndefined()
    expect(read()).toBeUndefined()
    expect(readEditLists(joined(track(7, list([[1_000, 0]]))))).toEqual(new Map())
  })

  test('belongs to its track', () => {
    const lists = readEditLists(joined(header, track(2, list([[1_000, 0]])), track(1, list([[3_000, 0]]))))
    expect([...lists.keys()]).toEqual([2, 1])
    expect(lists.get(1)?.stretches[0]?.to).toBe(3)
  })
})

describe('the index of a film', () => {
  const find = (bytes: Uint8Array) =>
    findIndex(bytes.length, async (from, to) => bytes.subarray(from, Math.min(to, bytes.length)))

  test('is found before its media and behind it', async () => {
    const index = box('moov', header)
    const media = box('mdat', new Uint8Array(50))
    for (const film of [joined(index, media), joined(box('ftyp', text('isom')), media, index)])
      expect(await find(film)).toEqual(header)
  })

  test('is none where boxes make no sense, or it ends beyond the file', async () => {
    expect(await find(joined(box('ftyp', text('isom')), numbers(3, 0)))).toBeNull()
    expect(await find(joined(numbers(900), text('moov'), header))).toBeNull()
    expect(await find(new Uint8Array())).toBeNull()
  })
})
