import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_CALLS } from '../sync/desk/desk-paths.ts'
import { INTENTS, type IntentName } from '../sync/intents.ts'
import { type Capability, DESK_ROLES, type DeskRole, deskRolesWith } from '../sync/roles.ts'
import { signedIn } from './testing/actors.ts'
import type { Browser } from './testing/browser.ts'
import { missingThing } from './testing/fixtures/thing.ts'
import { DESK_RIGHTS } from './testing/rights/desk-roles.ts'
import { INTENT_ARGS } from './testing/rights/intent-args.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
const browsers = new Map<DeskRole, Browser>()
beforeAll(async () => {
  world = await openWorld()
  for (const role of DESK_ROLES) {
    const person = await world.makePerson({ role: 'admin' })
    await world.database.sql`update person set desk_role = ${role} where id = ${person.id}`
    browsers.set(role, await signedIn(world, person))
  }
})
afterAll(() => world.end())

/**
 * The intents of the desk: those whose capability a desk role has, except the ones that members outside the team
 * have too.
 */
const OF_DESK = (Object.entries(INTENTS) as [IntentName, { capability: Capability }][])
  .filter(([, { capability }]) => {
    const roles = deskRolesWith(capability)
    return roles.length > 0 && !['send-form', 'send-feedback', 'edit-profile'].includes(capability)
  })
  .map(([name]) => name as string)
const CALLED = Object.values(DESK_CALLS).map((path) => `POST ${path}`)

test('D38 every call and intent of the desk says for each role of the team whether it may', () => {
  expect([...DESK_RIGHTS.keys()].sort()).toEqual([...OF_DESK, ...CALLED].sort())
})

async function isRefused(browser: Browser, verb: string): Promise<boolean> {
  if (verb.startsWith('POST ')) return (await browser.post(verb.slice(5), {})).status === 403
  const outcome = await browser.push(
    verb as IntentName,
    INTENT_ARGS[verb as IntentName](missingThing(), 'admin') as never,
  )
  return outcome.state === 'refused' && outcome.refusal.code === 'not-allowed'
}

test.for(DESK_ROLES)('D38 the %s may do what the table says, and nothing else', async (role) => {
  const browser = browsers.get(role) as Browser
  const allowed: string[] = []
  // Calls that change the team come last, because they would take away the caller's own rights.
  for (const verb of DESK_RIGHTS.keys()) if (!(await isRefused(browser, verb))) allowed.push(verb)
  const said = [...DESK_RIGHTS].filter(([, roles]) => roles.includes(role)).map(([verb]) => verb)
  expect(allowed.sort()).toEqual(said.sort())
  expect((await browser.session()).person).toMatchObject({ role: 'admin', deskRole: role })
})

test.for(DESK_ROLES)('the %s changes their own profile, as their device expects', async (role) => {
  const browser = browsers.get(role) as Browser
  const { person } = await browser.session()
  const before = { firstName: person?.firstName, countryCode: 'NO' }
  const change = { personId: person?.id, before, after: { firstName: `A ${role}`, countryCode: 'US' } }
  expect(await browser.push('profile.save', change)).toMatchObject({ state: 'settled' })
  expect((await browser.session()).person?.firstName).toBe(`A ${role}`)
})

test('a changed role counts at once: the sessions of before are over', async () => {
  const person = await world.makePerson({ role: 'admin' })
  const browser = await signedIn(world, person)
  const owner = browsers.get('owner') as Browser
  expect((await browser.post('/api/desk/system', {})).status).toBe(200)
  const changed = await owner.push('team.set-role', { personId: person.id, deskRole: 'support' })
  expect(changed.state).toBe('settled')
  expect((await browser.post('/api/desk/system', {})).status).toBe(401)
  const again = await signedIn(world, person)
  expect((await again.post('/api/desk/system', {})).status).toBe(403)
})

test('who looks after what is told of it: disputes reach the money, what runs out the screeners', async () => {
  for (const [capability, roles] of [
    ['see-money', ['owner', 'accountant']],
    ['screen-question', ['owner', 'screener']],
    ['see-system', ['owner']],
  ] as const)
    expect(deskRolesWith(capability)).toEqual(roles)
})
