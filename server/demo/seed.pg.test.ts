import { afterAll, beforeAll, expect, test } from 'vitest'
import { pull } from '../testing/actors.ts'
import { openWorld, type World } from '../testing/world.ts'
import { seedDemo } from './seed.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

test('S2-2.68 S2-6.5 D51 the demo’s athlete has talked with a tester, of whom a new request can be made', async () => {
  const { password } = await seedDemo(world.context, () => undefined)
  await world.quiesce()
  const athlete = world.browser()
  await athlete.signIn({ email: 'athlete@infield.test', password })
  const conversations = (await pull(athlete, 'conversations')).documents
  const partners = conversations.map(({ partner }) => partner as { role: string; username: string | null })
  expect(partners.filter(({ role }) => role === 'test').map(({ username }) => username)).toEqual(['tester'])
  const questions = (await pull(athlete, 'questions')).documents
  expect(questions.filter(({ status }) => status === 'approved')).toHaveLength(3)
  const visitor = world.browser()
  expect((await visitor.get('/api/athletes/tester')).status).toBe(200)
  const listed = await visitor.get<{ athletes: { username: string }[] }>('/api/athletes')
  expect(listed.body.athletes.map(({ username }) => username)).not.toContain('tester')
}, 120_000)
