import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../sync/collections.ts'
import { DESK_CALLS } from '../sync/desk/desk-paths.ts'
import { INTENTS, type IntentName } from '../sync/intents.ts'
import { CALLS } from '../sync/paths.ts'
import {
  CALLS_ASKED_AGAIN,
  INTENTS_ASKED_AGAIN,
  MAILED_CALLS_ASKED_AGAIN,
} from './account/second-factor/asked-again.ts'
import { handlerOf } from './app/intent-handlers.ts'
import { queueHandlers } from './app/job-handlers.ts'
import { planSweeps, QUEUES } from './app/start-jobs.ts'
import { ACCOUNT_MAIL_KINDS, MAIL_KINDS, PUSH_KINDS } from './notify/enqueue.ts'
import { PUSH_WORDS } from './notify/push-messages.ts'
import { TEMPLATES } from './notify/templates.ts'
import { DOCUMENTS } from './sync/documents.ts'
import { CALL_FIELDS, DOCUMENT_FIELDS, NOTHING_LISTED } from './testing/fields/fields.ts'
import { idleApp, idleContext } from './testing/idle-app.ts'
import { NOT_ASKED_AGAIN } from './testing/rights/asked-again.ts'
import { INTENT_ARGS } from './testing/rights/intent-args.ts'
import { PROOFS } from './testing/rights/proofs.ts'
import { REQUESTS } from './testing/rights/requests.ts'
import { SHAPES } from './testing/rights/targets.ts'
import { INTENT_LINES, ROUTE_LINES, statusFor } from './testing/rights.ts'

// docs/recipes.md goes through these tables one by one.

/** Fails with one sentence for each name that a table lacks. */
function expectNone(lacking: readonly string[], sentence: (name: string) => string): void {
  if (lacking.length > 0) expect.fail(lacking.map(sentence).join('\n'))
}

const context = await idleContext()

test('the recipes name files that are there', () => {
  const root = new URL('../', import.meta.url)
  const text = readFileSync(new URL('docs/recipes.md', root), 'utf8')
  const paths = [...text.matchAll(/`((?:client|server|sync|e2e)\/[^`<…]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(40)
  expectNone(
    [...new Set(paths)].filter((path) => !existsSync(new URL(path, root))),
    (path) => `docs/recipes.md names ${path}, which is not there: name where it is now.`,
  )
})

describe('every intent', () => {
  const names = Object.keys(INTENTS) as IntentName[]
  const refused = new Set(INTENT_LINES.map(([name]) => name))

  test('has a handler', () => {
    expectNone(
      names.filter((name) => typeof handlerOf(name)?.run !== 'function'),
      (name) => `The intent ${name} has no handler: add it to server/app/intent-handlers.ts.`,
    )
  })

  test('D38 has its rights', () => {
    expectNone(
      names.filter((name) => !refused.has(name)),
      (name) =>
        `Nobody is said to be allowed ${name}: add a line to INTENT_LINES of server/testing/rights.ts.`,
    )
  })

  test('has good arguments, which every bad input is made of', () => {
    expectNone(
      names.filter((name) => typeof INTENT_ARGS[name] !== 'function'),
      (name) => `The intent ${name} has no good arguments: add them to server/testing/rights/intent-args.ts.`,
    )
  })

  test('is named wherever one is', () => {
    expectNone(
      [...refused, ...Object.keys(INTENT_ARGS)].filter((name) => !(name in INTENTS)),
      (name) =>
        `There is no intent ${name} in sync/intents.ts: take it out of server/testing/rights.ts and rights/intent-args.ts.`,
    )
  })
})

describe('every route', () => {
  const declared = idleApp(context).routes.filter(({ method }) => method !== 'ALL')
  const routes = [...new Set(declared.map(({ method, path }) => `${method} ${path}`))]
  /** A HEAD of an upload is dispatched like the corresponding GET. */
  const known = new Set(ROUTE_LINES.map(([verb]) => verb).filter((verb) => !verb.startsWith('HEAD /files')))

  test('D38 has its rights', () => {
    expectNone(
      routes.filter((route) => !known.has(route)),
      (route) =>
        `Nobody is said to be allowed ${route}: add a line to ROUTE_LINES of server/testing/rights.ts.`,
    )
  })

  test('has a good request, which every bad input is made of', () => {
    expectNone(
      routes.filter((route) => !(route in REQUESTS)),
      (route) => `${route} has no good request: add one to server/testing/rights/requests.ts.`,
    )
  })

  test('has its shape, where its body is read by one', () => {
    const bodied = routes.filter((route) => /^POST \/(api|sync)\//.test(route) && !UNSHAPED.has(route))
    expectNone(
      bodied.filter((route) => !(route in SHAPES)),
      (route) => `${route} has no shape: add it to SHAPES of server/testing/rights/targets.ts.`,
    )
  })

  test('D39 has the fields that it tells', () => {
    const telling = routes.filter((route) => / \/(api|sync)\//.test(route) && !FIELDLESS.has(route))
    expectNone(
      telling.filter((route) => !(route in CALL_FIELDS) && !(route in NOTHING_LISTED)),
      (route) =>
        `The fields of ${route} are not listed: add them to CALL_FIELDS of server/testing/fields/fields.ts.`,
    )
  })

  test('is there wherever one is named', () => {
    expectNone(
      [...known].filter((verb) => !routes.includes(verb)),
      (verb) =>
        `There is no route ${verb}: declare it in a routes.ts that server/app/app.ts calls, or take its line out of server/testing/rights.ts.`,
    )
    const paths = new Set(declared.map(({ path }) => path.replace(/:\w+$/, '')))
    expectNone(
      Object.values({ ...CALLS, ...DESK_CALLS }).filter((path) => !paths.has(path)),
      (path) =>
        `The call ${path} of sync/paths.ts is answered by nobody: add its route to the routes.ts of its noun.`,
    )
  })
})

describe('what asks for the second factor again', () => {
  const declared = idleApp(context).routes.map(({ method, path }) => `${method} ${path}`)
  const changing = declared.filter((route) => /^(POST|PUT|PATCH|DELETE) /.test(route))
  const all = new Set([...changing, ...Object.keys(INTENTS)])
  const asked = [
    ...[...CALLS_ASKED_AGAIN, ...MAILED_CALLS_ASKED_AGAIN].map((path) => `POST ${path}`),
    ...Object.keys(INTENTS_ASKED_AGAIN),
  ]
  const notAsked = Object.values(NOT_ASKED_AGAIN).flatMap((names) => names.match(NAMES) ?? [])

  test('is said of every call that changes something, and of every intent', () => {
    expectNone(
      [...all].filter((name) => !asked.includes(name) && !notAsked.includes(name)),
      (name) =>
        `Whether ${name} asks for the second factor again is not said: add it to server/account/second-factor/asked-again.ts, or to server/testing/rights/asked-again.ts with those like it.`,
    )
  })

  test('is said once, and of nothing that is not there', () => {
    expectNone(
      [...asked, ...notAsked].filter((name, at, names) => !all.has(name) || names.indexOf(name) !== at),
      (name) =>
        `${name} stands twice, or is no call and no intent: take it out of one of the two files asked-again.ts.`,
    )
  })
})

const NAMES = /(?:POST|PATCH|DELETE) \/\S*|[a-z]+\.[a-z-]+/g

describe('D116 what makes a guest, a mail, a hold or an upload', () => {
  const declared = idleApp(context).routes.filter(({ method }) => method !== 'ALL' && method !== 'GET')
  const verbs = new Set([...declared.map(({ method, path }) => `${method} ${path}`), ...Object.keys(INTENTS)])
  verbs.delete('HEAD /media/:id')
  const lines = [...ROUTE_LINES, ...INTENT_LINES]

  test('has a proof declared before it', () => {
    expectNone(
      [...verbs].filter((verb) => !(verb in PROOFS)),
      (verb) =>
        `What stands before ${verb} is not said: add it to PROOFS of server/testing/rights/proofs.ts.`,
    )
    expectNone(
      Object.keys(PROOFS).filter((verb) => !verbs.has(verb)),
      (verb) => `There is no ${verb}: take it out of server/testing/rights/proofs.ts.`,
    )
  })

  test('is nobody’s without a session where one is the proof', () => {
    for (const line of lines.filter(([verb]) => PROOFS[verb] === 'session'))
      for (const role of ['visitor', 'guest', 'revoked'] as const)
        expect(statusFor(line, role), `${line[0]} of ${line[1]}: ${role}`).toBeGreaterThanOrEqual(400)
  })
})

/** Calls whose body the sign-in library or the payment provider's library reads, or that have none. */
const UNSHAPED = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-out',
  'POST /api/webhooks/stripe',
])
/** A file, a picture and a stream have no fields. */
const FIELDLESS = new Set([
  'GET /api/account/export',
  'GET /api/file',
  'GET /api/brought-picture/:id',
  'GET /api/video-picture/:id',
  'GET /sync/stream',
])

describe('every queue', () => {
  const handlers = queueHandlers(context)

  test('has a handler, and how often it tries', () => {
    expectNone(
      Object.keys(QUEUES).filter((name) => !(name in handlers)),
      (name) => `The queue ${name} has no handler: add it to queueHandlers of server/app/job-handlers.ts.`,
    )
    expectNone(
      Object.keys(handlers).filter((name) => !(name in QUEUES)),
      (name) =>
        `How often the queue ${name} tries is not said: add it to QUEUES of server/app/start-jobs.ts.`,
    )
  })

  test('that sweeps is planned', async () => {
    const planned = new Map<string, string>()
    const schedule = async (queue: string, cron: string) => void planned.set(queue, cron)
    await planSweeps({ jobs: { schedule } } as never)
    const sweeps = Object.keys(QUEUES).filter((name) => name.startsWith('sweep.'))
    expectNone(
      sweeps.filter((name) => !planned.has(name)),
      (name) => `The queue ${name} never runs: add its time to planSweeps of server/app/start-jobs.ts.`,
    )
  })
})

describe('every word to a person', () => {
  test('a mail has its template', () => {
    expectNone(
      MAIL_KINDS.filter((kind) => !(kind in TEMPLATES)),
      (kind) => `The mail ${kind} has no template: add it to server/notify/templates.ts.`,
    )
    expectNone(
      Object.keys(TEMPLATES).filter((kind) => !(MAIL_KINDS as readonly string[]).includes(kind)),
      (kind) =>
        `No mail ${kind} is ever sent: add it to MAIL_KINDS of server/notify/enqueue.ts or take its template out.`,
    )
  })

  test('a mail is of one kind', () => {
    expectNone(
      ACCOUNT_MAIL_KINDS.filter((kind) => (MAIL_KINDS as readonly string[]).includes(kind)),
      (kind) => `The mail ${kind} stands in both lists of server/notify/enqueue.ts: leave it in one.`,
    )
  })

  test('a push has its words', () => {
    expectNone(
      PUSH_KINDS.filter((kind) => !(kind in PUSH_WORDS)),
      (kind) => `The push ${kind} has no words: add them to PUSH_WORDS of server/notify/push-messages.ts.`,
    )
  })
})

describe('every collection', () => {
  test('has a source, and the fields that a reader gets', () => {
    expectNone(
      COLLECTION_NAMES.filter((name) => !(name in DOCUMENTS)),
      (name) => `The collection ${name} has no source: add it to DOCUMENTS of server/sync/documents.ts.`,
    )
    expectNone(
      COLLECTION_NAMES.filter((name) => !(name in DOCUMENT_FIELDS)),
      (name) =>
        `Who may see what of the collection ${name} is not said: list its fields in DOCUMENT_FIELDS of server/testing/fields/fields.ts.`,
    )
  })
})

test('every migration has a number of its own, and a name', () => {
  const names = readdirSync(new URL('./db/migrations/', import.meta.url)).sort()
  expectNone(
    names.filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name)),
    (name) => `The migration ${name} is not called as it should be: 0001-what-changes.sql.`,
  )
  const numbers = names.map((name) => name.slice(0, 4))
  expectNone(
    names.filter((name, index) => numbers.indexOf(name.slice(0, 4)) !== index),
    (name) => `The number of ${name} is taken: give it the next one, ${next(numbers)}.`,
  )
})

const next = (numbers: string[]) => String(Math.max(...numbers.map(Number)) + 1).padStart(4, '0')
