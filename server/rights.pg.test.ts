import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES as ACCOUNT_ROLES } from '../sync/roles.ts'
import { createApp } from './app/app.ts'
import { missingThing } from './testing/fixtures/thing.ts'
import { idleApp, idleContext } from './testing/idle-app.ts'
import { liveSession, type ShownSession } from './testing/rights/people.ts'
import { type Around, REQUESTS } from './testing/rights/requests.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'
import { ROUTE_LINES } from './testing/rights.ts'

/** How many middlewares each path has; a route hidden behind `all` or `mount` would add one. */
const MIDDLEWARE: Record<string, number> = {
  '/*': 10,
  '/api/*': 7,
  '/api/account/*': 1,
  '/api/auth/*': 1,
  '/sync/*': 4,
  '/files': 1,
  '/files/*': 4,
  '/media/*': 1,
  '/userMedia': 2,
  '/player/*': 1,
  '/userMedia/*': 1,
  '/dev/*': 1,
  '/dev/stripe/*': 1,
  '/test/*': 1,
}

let stage: Stage
let sessions: Record<'fan' | 'admin', ShownSession>
let forged = 0
beforeAll(async () => {
  stage = await openStage()
  const { world, people } = stage
  sessions = { fan: await liveSession(world, people.fan), admin: await liveSession(world, people.admin) }
})
afterAll(async () => {
  process.stdout.write(`rights: ${forged} forged requests\n`)
  await stage.end()
})

const tally = (names: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all?.length]),
  )

describe('the table', () => {
  test('D38 the app that is served has the routes that tables.test.ts knows', async () => {
    const routesOf = (app: Stage['app']) => app.routes.map(({ method, path }) => `${method} ${path}`)
    expect(routesOf(stage.app)).toEqual(routesOf(idleApp(await idleContext())))
  })

  test('D38 knows every middleware: nothing is hidden behind all or mount', () => {
    const paths = stage.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path)
    expect(tally(paths)).toEqual(MIDDLEWARE)
  })

  test('development and test controls do not exist in production', () => {
    const { context } = stage.world
    const env = { ...context.env, mode: 'production' as const, smtpUrl: 'smtp://localhost' }
    const { routes } = createApp({ ...context, env }, stage.parts)
    const served = routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path)
    expect(served.filter((path) => /^\/(dev|test)\//.test(path))).toEqual([])
  })
})

const VERBS = [...new Set(ROUTE_LINES.map(([verb]) => verb))]
const UNSAFE = VERBS.filter((verb) => /^(POST|PATCH|DELETE) /.test(verb))
const isUnder = (verb: string, ...prefixes: string[]) =>
  prefixes.some((prefix) => (verb.split(' ')[1] ?? '').startsWith(prefix))

/** Sends a well-formed request as an attacker might forge it, with only the given headers. */
async function forge(verb: string, headers: Record<string, string>, path?: string) {
  const { world, people } = stage
  const around: Around = { world, people, role: 'fan', captcha: null, device: randomUUID() }
  const request = REQUESTS[verb]?.(missingThing(), around)
  const [method = ''] = verb.split(' ')
  const answer = await stage.app.request(`http://localhost:3000${path ?? request?.path}`, {
    method,
    headers: {
      ...(request?.body && { 'content-type': 'application/json' }),
      ...request?.headers,
      ...headers,
    },
    ...(request?.body && { body: JSON.stringify(request.body) }),
  })
  await answer.body?.cancel()
  forged += 1
  return answer.status
}

const origin = 'http://localhost:3000'

describe('D46 S2-7.1 a write that a cookie answers for', () => {
  const guarded = UNSAFE.filter((verb) => !isUnder(verb, '/test/', '/api/webhooks/'))
  const tokened = guarded.filter((verb) => isUnder(verb, '/api/', '/sync/'))

  test.each(guarded)('%s needs our own origin', async (verb) => {
    const { cookie, csrf } = sessions.fan
    const shown = { cookie, 'x-csrf-token': csrf }
    expect(await forge(verb, shown)).toBe(403)
    for (const evil of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'http://localhost:3001',
    ])
      expect(await forge(verb, { ...shown, origin: evil }), evil).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await forge(verb, { ...shown, origin, 'sec-fetch-site': site }), site).toBe(403)
  })

  test.each(tokened)('%s needs the token of its own session, and JSON', async (verb) => {
    const { cookie, csrf } = sessions.admin
    const shown = { cookie, origin }
    for (const token of ['', 'x', sessions.fan.csrf, csrf.toLowerCase()])
      expect(await forge(verb, { ...shown, 'x-csrf-token': token }), token).toBe(403)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-16',
    ])
      expect(await forge(verb, { ...shown, 'x-csrf-token': csrf, 'content-type': type }), type).toBe(415)
    expect(await forge(verb, { ...shown, 'x-csrf-token': csrf, 'content-encoding': 'gzip' })).toBe(415)
  })
})

describe('D38 no way around', () => {
  const tricks = (path: string) => [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    `${path};x=1`,
    `${path}%00`,
    `${path}%2f..%2f`,
    path.replace('/', '/%2e/'),
    path.replace(/\w$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `/healthz/..;${path}`,
    `${path}?_method=GET&admin=1`,
  ]
  const closed = ROUTE_LINES.filter((line) => line[1] === 'nothing' && line[2].startsWith('401 401'))

  test.each(closed)('%s by another spelling of its path', async (verb) => {
    const path = (verb.split(' ')[1] ?? '').replace('*', 'x')
    for (const spelled of tricks(path)) {
      const status = await forge(verb, { origin }, spelled)
      expect(status >= 400 && status < 500, `${spelled} ${status}`).toBe(true)
    }
  })

  test.each(closed)('%s by a header that names another verb or path', async (verb) => {
    const lies: [name: string, value: string][] = [
      ['x-http-method-override', 'GET'],
      ['x-original-url', '/healthz'],
      ['x-rewrite-url', '/healthz'],
      ['x-forwarded-host', 'localhost'],
      ['authorization', 'Bearer admin'],
      ['x-forwarded-for', '127.0.0.1'],
    ]
    for (const [name, value] of lies) {
      const status = await forge(verb, { origin, [name]: value })
      expect(status >= 400 && status < 500, name).toBe(true)
    }
  })

  test('a verb that no route declares is not there, not even for the admin', async () => {
    const { cookie, csrf } = sessions.admin
    const headers = { cookie, origin, 'x-csrf-token': csrf, 'content-type': 'application/json' }
    const answered: string[] = []
    for (const path of new Set(VERBS.map((verb) => verb.split(' ')[1] ?? ''))) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (VERBS.includes(`${method} ${path}`)) continue
        const url = `${origin}${path.replace('*', 'x').replace(/:\w+/, 'x')}`
        const { status } = await stage.app.request(url, { method, headers })
        if (status < 400 || status > 499) answered.push(`${method} ${path} ${status}`)
        forged += 1
      }
    }
    expect(answered).toEqual([])
  })

  test('S2-9.25 an account is an athlete’s, a fan’s, an admin’s or a test’s, and of no other role', async () => {
    const { world, people } = stage
    const { sql } = world.database
    expect(ACCOUNT_ROLES.toSorted()).toEqual(['admin', 'basic', 'creator', 'test'])
    for (const role of ['owner', 'Admin', ''])
      await expect(
        sql`update person set role = ${role} where id = ${people.fan.id}`.execute(),
        role,
      ).rejects.toThrow('person_role_check')
  })

  test('S2-9.25 S2-6.9 a role that was taken away is gone with the next request, and so is the session', async () => {
    const { world, people } = stage
    const person = await world.makePerson({ role: 'admin' })
    const browser = world.browser()
    await browser.signIn(person)
    const desk = async () =>
      (
        await browser.post('/api/desk/questions', {
          status: null,
          creator: null,
          search: null,
          order: 'newest',
          after: null,
        })
      ).status
    expect(await desk()).toBe(200)
    for (const role of ['basic', 'creator', 'test']) {
      await world.database.sql`update person set role = ${role} where id = ${person.id}`
      expect(await desk(), role).toBe(401)
      await browser.signIn(person)
      expect(await desk(), role).toBe(403)
      const approve = { questionId: people.fan.id, revision: 1 }
      expect(await browser.push('question.approve', approve)).toMatchObject({
        refusal: { code: 'not-allowed' },
      })
    }
  })
})
