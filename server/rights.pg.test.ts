import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INTENTS } from '../sync/intents.ts'
import { INTENT_LINES, type Line, MIDDLEWARE, ROUTE_LINES } from './testing/rights.ts'
import { databaseHash } from './testing/rights/hash.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'
import { type Swept, sweep } from './testing/rights/sweep.ts'

let stage: Stage
let cellsPlayed = 0
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  console.info(`rights: ${cellsPlayed} cells`)
  await stage.end()
})

const tally = (names: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all?.length]))

describe('the table', () => {
  test('D38 knows every route of the app, and no other', () => {
    const routes = stage.app.routes.filter(({ method }) => method !== 'ALL')
    const declared = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    const known = new Set(ROUTE_LINES.map(([verb]) => verb).filter((verb) => !verb.startsWith('HEAD /files')))
    expect([...declared].filter((verb) => !known.has(verb)), 'a route without its line').toEqual([])
    expect([...known].filter((verb) => !declared.has(verb)), 'a line without its route').toEqual([])
  })

  test('D38 knows every middleware: nothing is hidden behind all or mount', () => {
    const paths = stage.app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path)
    expect(tally(paths)).toEqual(MIDDLEWARE)
  })

  test('D38 knows every intent', () => {
    expect([...new Set(INTENT_LINES.map(([name]) => name))].sort()).toEqual(Object.keys(INTENTS).sort())
  })
})

/** Everything wrong with a line, in words. */
function mistakes({ cells }: Swept): string[] {
  return cells.flatMap(({ role, expected, got, says, missing, malformed }) => {
    const wrong = []
    if (got !== expected) wrong.push(`${role}: ${got} instead of ${expected}: ${says.slice(0, 200)}`)
    if (missing && expected === 404 && (missing.got !== 404 || missing.says !== says))
      wrong.push(`${role}: not-yours is told apart from not-there: ${says} / ${missing.got} ${missing.says}`)
    if (missing && expected < 400 && missing.got < 400) wrong.push(`${role}: ${missing.got} for nothing`)
    if (malformed && (malformed.got < 400 || malformed.got > 499))
      wrong.push(`${role}: ${malformed.got} for a malformed name: ${malformed.says.slice(0, 200)}`)
    return wrong
  })
}

async function play(line: Line) {
  await stage.thing(line[1])
  const before = await databaseHash(stage.world.database.sql)
  const swept = await sweep(stage, line, async () => {
    expect(await databaseHash(stage.world.database.sql), 'a refused call changed something').toEqual(before)
  })
  for (const { missing, malformed } of swept.cells) cellsPlayed += 1 + (missing ? 1 : 0) + (malformed ? 1 : 0)
  expect(mistakes(swept)).toEqual([])
}

describe('D38 D39 every role on every route', () => {
  test.each(ROUTE_LINES)('%s of %s', (...line) => play(line))
})

describe('D38 D39 every role with every intent', () => {
  test.each(INTENT_LINES)('%s of %s', (...line) => play(line))
})
