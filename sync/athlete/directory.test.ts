import { describe, expect, test, vi } from 'vitest'
import type { PublicAthlete } from './athlete.ts'
import {
  type DirectorySearch,
  directoryFilterOf,
  directorySearchOf,
  NO_FILTER,
  readDirectoryFilter,
} from './directory.ts'
import { compareInOrder, directoryText, isInDirectory, nearestFirst, orderKey } from './directory-rule.ts'
import { TAG_IDS, tagLabel } from './tags.ts'

const NORA = {
  username: 'noraquist',
  firstName: 'Nóra',
  lastName: 'Quist',
  sport: 'Track & Field',
  position: '800 m',
  interests: ['Race tactics', 'Coming back from injury'],
  tags: ['track_and_field', 'Trail Running', 'ncaa_d1'],
  paused: false,
  bio: 'Shin splints and I are old friends.',
  priceCents: 1_500,
  answerMinutes: 300,
} as unknown as PublicAthlete

const finds = (search: DirectorySearch, athlete = NORA) => isInDirectory(athlete, directoryFilterOf(search))

describe('what the directory finds', () => {
  test('S1-2.62 by sport, topic, position, name and username, whatever the case and the accents', () => {
    for (const q of [
      'track',
      'TACTICS',
      '800',
      'nora',
      'NÓRA',
      'noraq',
      'injury race',
      'ack & fie',
      'm',
      'back from',
    ])
      expect(finds({ q }), q).toBe(true)
    for (const q of ['rowing', 'nora rowing', 'xq', 'quistt', '100%']) expect(finds({ q }), q).toBe(false)
  })
  test('one or two letters are the beginning of a word, not a part of one', () => {
    expect(finds({ q: 'qu' })).toBe(true)
    expect(finds({ q: 'ui' })).toBe(false)
    expect(finds({ q: 'uis' })).toBe(true)
  })
  test('S1-3.3 a word of a label finds the tag', () => {
    expect(finds({ q: 'ncaa division 1' })).toBe(true)
    expect(finds({ q: 'physio' })).toBe(false)
    expect(finds({ q: 'physio' }, { ...NORA, tags: ['certified_pt'] })).toBe(true)
  })
  test('S1-3.5 a tag matches by id, or by equality with or containment of its text in any case', () => {
    expect(finds({ tags: 'track_and_field' })).toBe(true)
    expect(finds({ tags: 'running' })).toBe(true)
    expect(finds({ tags: 'ncaa_d1' }, { ...NORA, tags: ['NCAA DIVISION 1'] })).toBe(true)
    expect(finds({ tags: 'basketball' })).toBe(false)
    expect(finds({ tags: 'running' }, { ...NORA, sport: 'Running', tags: [] })).toBe(false)
  })
  test('S1-4.30 every further tag and word narrows; D71 a paused athlete is not there', () => {
    expect(finds({ tags: 'running,ncaa_d1' })).toBe(true)
    expect(finds({ tags: 'running,basketball' })).toBe(false)
    expect(finds({ q: 'rowing', tags: 'running' })).toBe(false)
    expect(finds({}, { ...NORA, paused: true })).toBe(false)
  })
})

describe('what comes near', () => {
  const near = (q: string, ...others: PublicAthlete[]) =>
    nearestFirst([NORA, ...others], directoryFilterOf({ q })).map(({ username }) => username)
  test('the words of the bio are read', () => {
    expect(finds({ q: 'shin splints' })).toBe(true)
  })
  test.each(['shin splnts', 'shinn splints', 'tactcis', 'injry', 'noraa quist', 'trail runing', 'trck'])(
    'a slip of the keys is forgiven: %s',
    (q) => {
      expect(finds({ q })).toBe(false)
      expect(near(q)).toEqual(['noraquist'])
    },
  )
  test.each(['rowing', 'basketball', 'physio', 'xx', 'nora rowing', 'zzz'])(
    'another word is no slip: %s',
    (q) => expect(near(q)).toEqual([]),
  )
  test('a word of marks alone has to match as it is typed, like a short one', () => {
    const dashes = { ...NORA, bio: 'Rest --- and run' }
    const nearDashes = (q: string) => nearestFirst([dashes], directoryFilterOf({ q }))
    expect([nearDashes('quistt ----'), nearDashes('quistt ab')]).toEqual([[], []])
    expect(nearDashes('quistt ---')).toEqual([dashes])
  })
  test('the nearest stands first, and what the filter leaves out is not near', () => {
    const rower = { ...NORA, username: 'arower', sport: 'Rowing', bio: '', interests: [], tags: [] }
    expect(near('rowng', rower)).toEqual(['arower'])
    // A nearer match comes before a username that is earlier in the alphabet.
    expect(near('noraa quist', { ...NORA, username: 'aaron', firstName: 'Norah' })).toEqual([
      'noraquist',
      'aaron',
    ])
    const both = nearestFirst([NORA, rower], directoryFilterOf({ q: 'quistt', price: 'under10' }))
    expect(both).toEqual([])
  })
  test('a word is split once in a search, however many athletes and sought words it is compared with', () => {
    const splitsOf = (q: string, athletes: PublicAthlete[]) => {
      // each split makes one array of a word's groups
      const split = vi.spyOn(Array, 'from')
      nearestFirst(athletes, directoryFilterOf({ q }))
      const { length } = split.mock.calls
      split.mockRestore()
      return length
    }
    const one = splitsOf('norra', [NORA])
    expect(one).toBeGreaterThan(1)
    expect(splitsOf('norra', Array(200).fill(NORA))).toBe(one)
    expect(splitsOf('norra quizt splnts', Array(200).fill(NORA))).toBe(one + 2)
  })
})

describe('price and time', () => {
  test('a price is at most what was chosen, free for whoever asks nothing', () => {
    expect([finds({ price: 'under10' }), finds({ price: 'under25' })]).toEqual([false, true])
    expect(finds({ price: 'free' }, { ...NORA, priceCents: null })).toBe(true)
  })
  test('who has not answered often enough is in no time and stands last', () => {
    expect([finds({ within: '12h' }), finds({ within: '12h' }, { ...NORA, answerMinutes: 721 })]).toEqual([
      true,
      false,
    ])
    const unknown = { ...NORA, answerMinutes: null }
    expect(finds({ within: '48h' }, unknown)).toBe(false)
    expect(orderKey(unknown, { sort: 'speed' })).toBeGreaterThan(Number(orderKey(NORA, { sort: 'speed' })))
    expect(orderKey(NORA, { sort: 'price' })).toBe(1_500)
  })
  test('by name is by the name that is shown, without case and accents, and by username among equals', () => {
    const named = (firstName: string, username: string) => ({ ...NORA, firstName, username })
    const shown = [named('Bo', 'zzz'), named('émile', 'aaa'), named('Zoe', 'abc'), named('Ámy', 'm2')]
    const sorted = [...shown, named('Amy', 'm1')].sort((a, b) => compareInOrder(a, b, { sort: 'name' }))
    expect(sorted.map(({ username }) => username)).toEqual(['m1', 'm2', 'zzz', 'aaa', 'abc'])
    expect(compareInOrder(NORA, NORA, { sort: 'name' })).toBe(0)
  })
  test('what is no order, price or time is refused by the call, and left out by the page', () => {
    for (const wrong of [{ sort: 'rating' }, { price: 'toString' }, { within: '1h' }]) {
      expect(readDirectoryFilter(wrong).ok).toBe(false)
      expect(directorySearchOf(directoryFilterOf(wrong))).toEqual({})
    }
    const all = { q: 'a', tags: 'running', sort: 'price', price: 'under10', within: '24h' }
    expect(directorySearchOf(directoryFilterOf(all))).toEqual(all)
  })
})

describe('a filter in an address', () => {
  test('is the same after it was read and written', () => {
    const filter = directoryFilterOf({ q: '  "800"   m ', tags: 'ncaa_d1,running,running,nonsense' })
    expect(filter).toEqual({ ...NO_FILTER, q: '800 m', tags: ['running', 'ncaa_d1'] })
    expect(directoryFilterOf(directorySearchOf(filter))).toEqual(filter)
    expect(directorySearchOf(directoryFilterOf({}))).toEqual({})
  })
  test('what cannot be searched for is refused by the call, and left out by the page', () => {
    const bad = ['a\u0000b', '\ud800', 'x'.repeat(61), 'a\nb', '\u0007']
    for (const q of bad) expect(readDirectoryFilter({ q }), JSON.stringify(q)).toMatchObject({ ok: false })
    for (const tags of ['rowing', 'running,', '__proto__', 'toString', 'RUNNING', 'running;drop'])
      expect(readDirectoryFilter({ tags }).ok, tags).toBe(tags === 'running,')
    for (const q of bad) expect(directoryFilterOf({ q }).q).toBe(q.startsWith('x') ? 'x'.repeat(60) : '')
    expect(directoryFilterOf({ tags: '__proto__,toString' }).tags).toEqual([])
  })
})

test('S1-3.2 S1-3.3 thirteen tags, each with a label; S1-3.4 an unknown one is its own', () => {
  expect(TAG_IDS).toHaveLength(13)
  expect(tagLabel('certified_pt')).toBe('Certified Physiotherapist')
  expect(tagLabel('ncaa_d1')).toBe('NCAA Division 1')
  expect(tagLabel('open_water')).toBe('open water')
})

test('what an athlete is known by: words, then the tags between bars', () => {
  expect(directoryText({ ...NORA, bio: 'I run.', interests: ['A|B'], tags: [] })).toBe(
    ' nora quist noraquist track & field 800 m i run. a b | |',
  )
})
