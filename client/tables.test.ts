import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../sync/collections.ts'
import { REFUSALS, type RefusalCode } from '../sync/errors.ts'
import { INTENTS } from '../sync/intents.ts'
import { routeTree } from './app/routes.tsx'
import { SPOKEN } from './dashboard/outbox/spoken.ts'
import { MIGRATIONS, SCHEMAS } from './db/schemas.ts'
import { refusalText } from './text/refusals.ts'

// docs/recipes.md goes through these tables one by one

/** Fails with one sentence for each of the names that a table lacks. */
function expectNone(lacking: readonly string[], sentence: (name: string) => string): void {
  if (lacking.length > 0) expect.fail(lacking.map(sentence).join('\n'))
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('every intent that may wait is told of in the outbox, or elsewhere', () => {
  const queued = Object.entries(INTENTS).flatMap(([name, { online }]) => (online ? [] : [name]))
  expectNone(
    queued.filter((name) => !(name in SPOKEN)),
    (name) =>
      `The intent ${name} may wait, and the outbox has no word for it: add it to client/dashboard/outbox/spoken.ts.`,
  )
  expectNone(
    Object.keys(SPOKEN).filter((name) => !queued.includes(name)),
    (name) =>
      `No intent ${name} ever waits: take it out of client/dashboard/outbox/spoken.ts, or look at \`online\` in sync/intents.ts.`,
  )
})

test('every refusal has a sentence', () => {
  const ofNone = refusalText({ code: 'a code of nobody' as RefusalCode })
  expectNone(
    Object.keys(REFUSALS).filter(
      (code) => code !== 'outdated-app' && refusalText({ code: code as RefusalCode }) === ofNone,
    ),
    (code) => `The refusal ${code} has no sentence: add it to client/text/refusals.ts.`,
  )
})

describe('every collection', () => {
  test('has its schema on the device', () => {
    expectNone(
      COLLECTION_NAMES.filter((name) => !(name in SCHEMAS)),
      (name) => `The collection ${name} has no schema: add it to client/db/schemas.ts.`,
    )
  })

  test('has a migration for every version after the first', () => {
    const missing = COLLECTION_NAMES.flatMap((name) =>
      Array.from({ length: SCHEMAS[name]?.version ?? 0 }, (_, index) => index + 1)
        .filter((version) => !MIGRATIONS[name]?.[version])
        .map((version) => `${name} ${version}`),
    )
    expectNone(
      missing,
      (version) =>
        `Nothing makes a stored document one of ${version}: add it to MIGRATIONS of client/db/schemas.ts.`,
    )
  })
})

type Options = { path: string; beforeLoad?: unknown; head?: (of: object) => { meta?: { title?: string }[] } }

describe('every screen', () => {
  const screens = Object.values(routeTree.children ?? {})
    .map((route) => route.options as unknown as Options)
    // an address that only leads to another one shows nothing
    .filter(({ beforeLoad }) => !beforeLoad)
  // the pages of developers are served by their own server, and looked at by nobody else
  const paths = screens.map(({ path }) => path).filter((path) => !path.startsWith('/dev/'))

  test('has a title', () => {
    const untitled = screens.filter(({ head }) => !head?.({ params: {} }).meta?.some(({ title }) => title))
    expectNone(
      untitled.map(({ path }) => path),
      (path) => `The screen ${path} has no title: give its route in client/app/routes.tsx a head.`,
    )
  })

  test('is answered by the server', () => {
    const served = ['page-routes', 'page-heads', 'private-page']
      .map((name) => read(`../server/site/${name}.ts`))
      .join()
    const isServed = (path: string) =>
      served.includes(`'${path}'`) || served.includes(`'/${path.split('/')[1]}/*'`)
    const asked = paths.flatMap((path) =>
      path.includes('{-$')
        ? [path.replace(/\/\{.*/, ''), path.replace(/\{-\$(\w+)\}/, ':$1')]
        : path.replace(/\$(\w+)/g, ':$1'),
    )
    expectNone(
      asked.filter((path) => !isServed(path)),
      (path) =>
        `The server does not know the screen ${path}: add it to APP_PATHS of server/site/page-routes.ts, or to server/site/page-heads.ts if it is a public one.`,
    )
  })

  test('is on a tour, where everybody may open it', () => {
    const toured = [...read('../e2e/pages/screens.ts').matchAll(/^ {2}\['[\w-]+', '([^'?]+)/gm)].map(
      ([, path = '']) => path,
    )
    expect(toured.length).toBeGreaterThan(20)
    // members' screens, and the page behind a private link, have tours of their own
    const open = paths.filter((path) => !/^\/(dashboard|admin|view)\b/.test(path))
    const isToured = (path: string) => {
      const [before = ''] = path.split(/\{?-?\$/)
      return toured.some((place) =>
        before === path ? place === path : place.startsWith(before) && place !== before,
      )
    }
    expectNone(
      open.filter((path) => !isToured(path)),
      (path) => `Nobody looks at the screen ${path}: add it to PUBLIC_SCREENS of e2e/pages/screens.ts.`,
    )
  })
})
