import { beforeEach, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'

const answers: unknown[] = []
vi.mock('../api/call-later.ts', () => ({
  callLater: async () => answers.shift() ?? { ok: false, offline: true },
}))

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

const athlete = (username: string, more: object = {}) =>
  ({
    id: username,
    username,
    firstName: username,
    lastName: 'Q',
    sport: 'Rowing',
    position: null,
    ...more,
  }) as unknown as PublicAthlete
const runner = (username: string) => athlete(username, { interests: [], tags: ['running'] })
const rower = (username: string) => athlete(username, { interests: [], tags: [] })
const page = (athletes: PublicAthlete[], after: string | null = null) => ({
  ok: true,
  value: { athletes, after },
})
const { loadRoster } = await import('./shown-roster.ts')
const namesOf = async (search: object) =>
  (await loadRoster(search, null)).athletes.map(({ username }) => username)

test('S1-8.2 D86 offline the directory is whom this device has seen, narrowed by the same rule, and says since when', async () => {
  expect(await loadRoster({}, null)).toMatchObject({ isMissing: true, athletes: [] })
  answers.push(page([rower('b'), runner('c')], 'c.c'), page([runner('x')]))
  await loadRoster({}, null)
  await loadRoster({ q: 'x' }, null)
  expect(await namesOf({})).toEqual(['b', 'c', 'x'])
  expect(await namesOf({ tags: 'running' })).toEqual(['c', 'x'])
  expect((await loadRoster({ q: 'nobody' }, null)).seenAt).toEqual(expect.any(Number))
})

test('whom the server would have named and did not is forgotten, and nobody else', async () => {
  answers.push(page([rower('b'), runner('c'), runner('m')], 'm.m'))
  await loadRoster({}, null)
  answers.push(page([rower('b'), runner('d')], 'd.d'))
  await loadRoster({}, null)
  expect(await namesOf({})).toEqual(['b', 'd', 'm'])
  answers.push(page([]))
  await loadRoster({ tags: 'running' }, null)
  expect(await namesOf({})).toEqual(['b'])
})

test('by name means the name that is shown, offline as well', async () => {
  const named = (firstName: string, username: string) =>
    athlete(username, { firstName, interests: [], tags: [] })
  answers.push(page([named('Amy', 'zoom'), named('Émile', 'k'), named('Zoe', 'ace')]))
  await loadRoster({}, null)
  expect(await namesOf({})).toEqual(['zoom', 'k', 'ace'])
  // The server's page reaches Émile and leaves out Amy, so she is off the roster. It does not reach Zoe.
  answers.push(page([named('Émile', 'k')], 'emile.k'))
  await loadRoster({}, null)
  expect(await namesOf({})).toEqual(['k', 'ace'])
})

test('S1-3.6 what an earlier version kept has its lists as well', async () => {
  const profiles = [{ athlete: rower('b'), at: 1 }]
  kept.set('infield.seen', JSON.stringify({ roster: null, profiles }))
  const { seenProfile } = await import('./recently-seen.ts')
  expect(seenProfile('b')?.athlete).toMatchObject({ username: 'b', coverUrls: [], tiktokEmbeds: [], x: null })
})
