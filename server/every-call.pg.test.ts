import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything, sample } from '../.ci/sample.ts'
import { COLLECTION_NAMES } from '../sync/collections.ts'
import { INTENTS } from '../sync/intents.ts'
import type { PullAnswer } from '../sync/protocol.ts'
import { pull } from './testing/actors.ts'
import { SOURCES, WITHOUT_CANARIES } from './testing/canary.ts'
import {
  CANARY_PLACES,
  type Canary,
  type Exit,
  findSightings,
  gatherCanaries,
  NEVER_FILLED,
} from './testing/fields/canaries.ts'
import { fieldMistakes, placesIn, unlistedPlaces } from './testing/fields/field-mistakes.ts'
import {
  CALL_FIELDS,
  DOCUMENT_FIELDS,
  NOTHING_LISTED,
  OUTCOME_FIELDS,
  PARTNER_FIELDS,
  PROFILE_FIELDS,
} from './testing/fields/fields.ts'
import { cellMistakes } from './testing/rights/cell-mistakes.ts'
import { databaseHash, filesIn } from './testing/rights/hash.ts'
import { LATE_LINES, makeLateRows } from './testing/rights/late-rows.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'
import { type Cell, GIVES_TOKEN, sweep } from './testing/rights/sweep.ts'
import { openTaps, type Taps, tapStream } from './testing/rights/taps.ts'
import { INTENT_LINES, type Line, ROLES, ROUTE_LINES, type Role, statusFor } from './testing/rights.ts'

/** Calls for which a private link or a ticket is enough, whoever the caller is. */
const BEARERS = new Set([
  'POST /api/view',
  'POST /api/shares',
  'GET /view/:token',
  'GET /media/:id',
  'HEAD /media/:id',
  'GET /player/:id',
])
/** Calls with a mailed link count as its recipient, and a copy of a person's data contains only what is theirs. */
const MAILED: Record<string, string> = {
  'POST /api/pay-again': 'fan',
  'POST /api/account/mine': 'fan',
  'POST /api/account/look-link': 'cnrpasser@t.test',
  'GET /api/account/export': 'copy of fan',
}
/** Pages that exist only on loopback, for the operator. */
const WORKBENCH = new Set(['GET /dev/stripe', 'GET /dev/mail', 'GET /dev/mail/:id', 'GET /test/mail'])

/** A short run plays a sample of the lines; `ofAll` tests what holds only for all of them together. */
const PLAYED = {
  routes: sample('lines of routes', ROUTE_LINES, 20),
  intents: sample('lines of intents', INTENT_LINES, 6),
}
const ofAll = test.runIf(everything)

/** A line in which every role needs an answered question of its own takes long on a busy machine. */
const PATIENCE_MS = 120_000

let taps: Taps
let stage: Stage
let cellsPlayed = 0
const cells: Cell[] = []
let canaries: Canary[] = []
const exits: Exit[] = []

beforeAll(async () => {
  taps = openTaps()
  stage = await openStage(taps)
  for (const role of ROLES) await listen(role)
})
afterAll(async () => {
  const bytes = exits.reduce((sum, { text }) => sum + text.length, 0)
  process.stdout.write(
    `rights: ${cellsPlayed} cells; canaries: ${canaries.length} in ${exits.length} exits, ${(bytes / 1e6).toFixed(1)} MB searched\n`,
  )
  await stage.end()
})

async function listen(role: Role): Promise<void> {
  const answer = await stage.send(role)('/sync/stream?protocol=1')
  void tapStream(answer, (text) => exits.push({ ear: role, where: 'the stream', text }))
}

const state = async () => ({
  ...(await databaseHash(stage.world.database.sql)),
  files: await filesIn(stage.world.dir),
})

async function play(line: Line) {
  await stage.thing(line[1])
  await stage.settle()
  const before = await state()
  const swept = await sweep(stage, line, async () => {
    expect(await state(), 'a refused call changed something').toEqual(before)
  })
  for (const cell of swept.cells) hear(cell, cell.missing, cell.malformed)
  expect(cellMistakes(swept)).toEqual([])
}

/** Records the answers as exits. */
function hear(...played: (Cell | undefined)[]): void {
  for (const cell of played) {
    if (!cell) continue
    cellsPlayed += 1
    cells.push(cell)
    const { line, role, says, headers } = cell
    if (WORKBENCH.has(line[0])) continue
    const ear = MAILED[line[0]] ?? (BEARERS.has(line[0]) ? 'link' : role)
    // A session exists only in the cookie, so its cookie may be told.
    const told = GIVES_TOKEN.has(line[0]) ? headers.replace(/^set-cookie: .*$/gm, '') : headers
    exits.push({ ear, where: line.slice(0, 2).join(' of '), text: `${told}\n${says}` })
  }
}

describe('D38 D39 every role on every route', () => {
  test.each(PLAYED.routes)('%s of %s', (...line) => play(line), PATIENCE_MS)
})

describe('D38 D39 every role with every intent', () => {
  test.each(PLAYED.intents)('%s of %s', (...line) => play(line), PATIENCE_MS)
})

describe.runIf(everything)('D38 D39 what is listed, once there is something of everything', () => {
  beforeAll(() => makeLateRows(stage))

  test.each(LATE_LINES)('%s of %s', (...line) => play(line), PATIENCE_MS)
})

/** Collects the exits of all these calls. */
async function listenBack(): Promise<void> {
  if (canaries.length > 0) return
  await stage.world.quiesce()
  await pullEverything()
  await gatherCanaries(stage)
  canaries = [...stage.canaries.values()]
  exits.push(...taps.exits, ...(await toPayments()), ...(await toJobs()))
}

/** The documents that each device has in the end. */
const pulled = new Map<Role, Record<string, PullAnswer['documents']>>()

async function pullEverything(): Promise<void> {
  for (const role of ROLES.filter((each) => each in stage.people) as (keyof Stage['browsers'])[]) {
    const device: Record<string, PullAnswer['documents']> = {}
    // Ask for each session, so that every role hears its own token whichever calls were sampled.
    const session = await stage.browsers[role].get('/api/session')
    exits.push({ ear: role, where: 'its session', text: JSON.stringify(session.body) })
    for (const collection of COLLECTION_NAMES) {
      device[collection] = (await pull(stage.browsers[role], collection)).documents
      exits.push({ ear: role, where: `pull of ${collection}`, text: JSON.stringify(device[collection]) })
    }
    pulled.set(role, device)
  }
}

async function toPayments(): Promise<Exit[]> {
  const rows = await stage.world.database.sql<
    { text: string }[]
  >`select body::text as text from stand_in.object`
  return rows.map(({ text }) => ({ ear: 'payments', where: 'the payment provider', text }))
}

async function toJobs(): Promise<Exit[]> {
  const rows = await stage.world.database.sql<
    { name: string; text: string }[]
  >`select name, data::text as text from boss.job`
  return rows.map(({ name, text }) => ({ ear: 'jobs', where: `the job ${name}`, text }))
}

/** Returns the successful answers in JSON. */
const told = () =>
  cells.filter(({ got, headers }) => got < 400 && /^content-type: application\/json/m.test(headers))

const fieldsOf = (verb: string) => (verb in INTENTS ? OUTCOME_FIELDS : (CALL_FIELDS[verb] ?? {}))

describe('D39 P1 the field matrix', () => {
  beforeAll(listenBack)

  test('every column of the database has its word', async () => {
    const columns = await stage.world.database.sql<{ table: string; column: string }[]>`
      select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`
    const known = new Set(
      SOURCES.flatMap(({ table, open, nobody = '', heard = {} }) =>
        [open, nobody, ...Object.values(heard)]
          .flatMap((words) => words.split(/\s+/))
          .map((word) => `${table}.${word.split('.')[0]}`),
      ),
    )
    const there = columns
      .filter(({ table }) => !WITHOUT_CANARIES.includes(table))
      .map(({ table, column }) => `${table}.${column}`)
    expect(
      there.filter((name) => !known.has(name)),
      'a column without its word: say who may know it in SOURCES of server/testing/canary.ts, or of the files it takes in',
    ).toEqual([])
    expect(
      [...known].filter((name) => !there.includes(name) && !name.endsWith('.')),
      'a word without its column',
    ).toEqual([])
  })

  test('every call answers exactly the listed fields, to every role', () => {
    const mistakes = told().flatMap(({ line: [verb], role, says }) =>
      fieldMistakes(JSON.parse(says), fieldsOf(verb)).map((mistake) => `${verb} to ${role}: ${mistake}`),
    )
    expect(mistakes).toEqual([])
    const unlistedInside = told()
      .filter(({ line: [verb] }) => !(verb in NOTHING_LISTED))
      .flatMap(({ line: [verb], says }) =>
        unlistedPlaces(JSON.parse(says), fieldsOf(verb)).map((place) => `${verb}: ${place}`),
      )
    expect([...new Set(unlistedInside)], 'fields without a list').toEqual([])
    const answered = new Set(told().map(({ line }) => line[0]))
    const listed = { ...CALL_FIELDS, ...INTENTS, ...NOTHING_LISTED }
    const unlisted = [...answered].filter((verb) => !(verb in listed))
    expect(
      unlisted,
      'a call without its fields: list them in CALL_FIELDS of server/testing/fields/fields.ts',
    ).toEqual([])
    if (everything)
      expect(
        Object.keys(CALL_FIELDS).filter((verb) => !answered.has(verb)),
        'fields nobody was told',
      ).toEqual([])
  })

  ofAll('something stood in every list and every place whose fields are listed', () => {
    const never = Object.entries(CALL_FIELDS).flatMap(([verb, listed]) => {
      const bodies = told()
        .filter(({ line }) => line[0] === verb)
        .map(({ says }) => JSON.parse(says))
      return Object.keys(listed)
        .filter((place) => !bodies.some((body) => placesIn(body, place).length > 0))
        .map((place) => `${verb}: ${place}`)
    })
    expect(never).toEqual([])
  })

  test('every document has exactly the listed fields, and a reader of no part sees none', () => {
    for (const [role, device] of pulled) {
      for (const [collection, documents] of Object.entries(device)) {
        const whole = documents.filter(({ _deleted }) => !_deleted)
        for (const document of whole) {
          const listed = (table: string) =>
            `${collection} to ${role}: list the fields in ${table} of server/testing/fields/fields.ts`
          expect(Object.keys(document).sort(), listed('DOCUMENT_FIELDS')).toEqual(DOCUMENT_FIELDS[collection])
          if (collection === 'conversations')
            expect(Object.keys(document.partner as object).sort(), listed('PARTNER_FIELDS')).toEqual(
              PARTNER_FIELDS,
            )
          if (collection === 'people')
            expect(Object.keys(document.profile as object).sort(), listed('PROFILE_FIELDS')).toEqual(
              PROFILE_FIELDS,
            )
        }
        if (collection === 'people')
          expect(whole.map(({ id }) => id)).toEqual([stage.people[role as 'fan'].id])
      }
    }
    for (const stranger of ['athlete2', 'admin'] as const)
      for (const collection of ['conversations', 'questions', 'answers'])
        expect(
          pulled.get(stranger)?.[collection]?.filter(({ fanId }) => fanId !== stage.people[stranger].id),
        ).toEqual([])
  })

  ofAll('D104 D24 the athlete learns the share and no card, the fan no share', () => {
    const [questions = [], answers = []] = [pulled.get('athlete')?.questions, pulled.get('athlete')?.answers]
    expect(questions.length).toBeGreaterThan(10)
    for (const question of questions)
      expect(question).toMatchObject({ hold: 'none', adminNote: null, amountCents: 1_230 })
    for (const answer of answers.filter(({ _deleted }) => !_deleted))
      expect(answer).toMatchObject({ shareCents: 1_230 })
    const own = pulled.get('fan')?.questions ?? []
    expect(own.some(({ hold }) => hold === 'captured')).toBe(true)
    expect(own.some(({ adminNote }) => /^canary admin note/.test(String(adminNote)))).toBe(true)
    for (const answer of pulled.get('fan')?.answers ?? []) expect(answer).toMatchObject({ shareCents: 0 })
  })
})

/** Checks that canaries were searched in these places, once every line was played. */
function heardOfAll(): void {
  for (const place of [
    'person.email',
    'question.asker.email',
    'hold.client_secret',
    'session.token',
    'account.password',
  ])
    expect(
      canaries.some(({ places }) => [...places].some((each) => each.endsWith(place))),
      place,
    ).toBe(true)
  for (const where of [
    'the stream',
    'a mail to athlete',
    'a mail to fan',
    'a mail to test',
    'a push',
    'the payment provider',
    'the job mail.send',
  ])
    expect(
      exits.some((exit) => exit.where === where),
      where,
    ).toBe(true)
}

describe('D39 P1 canaries', () => {
  beforeAll(listenBack)

  test('no value is heard by anybody who may not know it: answers, streams, mails, pushes, payments, jobs, the log', () => {
    if (everything) heardOfAll()
    expect(canaries.length).toBeGreaterThan(everything ? 200 : 50)
    expect(findSightings(canaries, exits)).toEqual([])
  })

  ofAll('every private column had a value to be looked for, and no two roles the same one', () => {
    const filled = new Set(canaries.flatMap(({ places }) => [...places]))
    const empty = [...CANARY_PLACES].filter((place) => !filled.has(place)).sort()
    const wayOut =
      'a private column without a value: give it one where its row is made, in server/testing/rights/'
    expect(empty, wayOut).toEqual(Object.keys(NEVER_FILLED).sort())
    const shared = canaries
      .filter(({ value }) => !/^\d+$/.test(value))
      .map(({ value, owners }) => ({ value, roles: ROLES.filter((role) => owners.has(role)) }))
    expect(shared.filter(({ roles }) => roles.length > 1)).toEqual([])
  })

  test('the keys of the server are in nothing that leaves it', () => {
    const { secrets } = stage.world.context
    const kept = Object.entries(secrets).map(([name, value]) => ({
      value,
      places: new Set([`secret ${name}`]),
      owners: new Set<string>(),
      ears: new Set<string>(),
    }))
    expect(findSightings(kept, exits)).toEqual([])
  })

  test('no token that was minted for anybody is in the log', () => {
    const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g
    const minted = new Set(exits.flatMap(({ ear, text }) => (ear === 'log' ? [] : (text.match(TOKEN) ?? []))))
    const heardOne = ROLES.filter((role) => exits.some(({ ear, text }) => ear === role && text.match(TOKEN)))
    expect(heardOne).toEqual(expect.arrayContaining([...pulled.keys()]))
    // A sample with few calls produces few other tokens.
    expect(minted.size).toBeGreaterThan(everything ? 10 : pulled.size)
    const lines = exits.filter(({ ear }) => ear === 'log')
    expect(lines.length).toBeGreaterThan(0)
    const told = lines.flatMap(({ text }) => (text.match(TOKEN) ?? []).filter((token) => minted.has(token)))
    expect(told).toEqual([])
  })

  test('when everything fails the log still says nothing of anybody', { timeout: 120_000 }, async () => {
    const { sql } = stage.world.database
    const before = taps.exits.length
    await sql`
      create function blab() returns trigger language plpgsql as $$
      begin raise exception 'no room for %', new.asker using detail = new.asker::text; end $$`
    for (const table of ['question', 'ask_ticket', 'prepared_ask'])
      await sql.unsafe(
        `create trigger blab before insert or update on ${table} for each row execute function blab()`,
      )
    taps.mailIsDown = true
    const failing = sample(
      'failing lines',
      [...ROUTE_LINES, ...INTENT_LINES].filter((line) => /ask|request|check|cancel|approve/.test(line[0])),
      5,
    )
    for (const line of failing) {
      for (const role of ROLES.filter((each) => statusFor(line, each) < 400)) {
        const only = [line[0], line[1], String(statusFor(line, role))] as const
        await sweep(stage, only, async () => {}).catch(() => {})
      }
    }
    await stage.world.quiesce()
    const lines = taps.exits.slice(before).filter(({ ear }) => ear === 'log')
    expect(lines.length).toBeGreaterThan(0)
    expect(findSightings(canaries, lines)).toEqual([])
  })

  test('one that is let out is found', () => {
    const [email] = canaries.filter(({ places: [place] }) => place?.endsWith('asker.email'))
    const price = canaries.find(
      ({ value, places: [place] }) => place?.endsWith('amount_cents') && value === '1537',
    )
    expect(
      email && findSightings([email], [{ ear: 'athlete', where: 'x', text: `{"email":"${email.value}"}` }]),
    ).toHaveLength(1)
    expect(
      price && findSightings([price], [{ ear: 'jobs', where: 'x', text: 'pays $15.37 now' }]),
    ).toHaveLength(1)
    expect(price && findSightings([price], [{ ear: 'jobs', where: 'x', text: 'a1537-1537b' }])).toEqual([])
  })
})
