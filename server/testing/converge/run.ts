import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { patchVariables } from '../../../.ci/patches/patch.ts'
import { COLLECTION_NAMES, type CollectionName } from '../../../sync/collections.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import { type Browser, openBrowser } from '../browser.ts'
import { settled } from '../database.ts'
import { requestTo } from '../grounds/call.ts'
import { type Child, startChild } from '../grounds/child.ts'
import { type Mistake, patchesOf } from '../mistakes/mistakes.ts'
import { Device, freshCopy } from '../rights/device.ts'
import { createDraw, type Draw } from '../workloads/random.ts'
import { openWorld, type Person, type World } from '../world.ts'
import { answerSomething, askSomething, type Cast } from './changes.ts'
import {
  beOvertaken,
  discardHeld,
  holdBack,
  type Tally,
  whileUnheard,
  write,
  writeSlowly,
} from './writers.ts'

/** `patience`: how often a difference is checked again before it counts; `mistake` is planted in both servers. */
export type Schedule = {
  seed: number
  writers: number
  transactions: number
  patience: number
  mistake?: Mistake
}

export type Converged = Tally & {
  servers: number
  disconnects: number
  differences: number
  /** How many more documents differ while rows exist that no trigger announced. */
  unheard: number
  events: number
  gone: number
  documents: number
}

/**
 * S1 BR-3: each person has two devices, one on each of two server processes. The devices follow what writers do to
 * one database, by HTTP, over their streams and pulls alone. Returns how many documents differ once all is quiet.
 */
export async function converge({ world, seats }: Stage, schedule: Schedule): Promise<Converged> {
  // Ids are random rather than drawn, because the same schedule may run again on the same database.
  const drawOf = (number: number) => ({
    ...createDraw(schedule.seed * 7_919 + number * 104_729),
    id: () => randomUUID(),
  })
  const readers = seats[0].map(({ person }) => person.id)
  const cast = await makeCast(world, readers, drawOf(0))
  const pools = [1, 2].map(() => openSql({ ...world.database.url, max: 8 }))
  const [pool] = pools as [Sql]
  const servers = await openServers(world, schedule.mistake)
  const devices = await openDevices(servers.children, seats, drawOf)
  const tally: Tally = { committed: 0, rolledBack: 0, givenUp: 0 }
  let writing = true
  let disconnects = 0
  const flaky = async () => {
    for (const draw = drawOf(500); writing; await sleep(40)) {
      const device = draw.pick(devices)
      await device.disconnect()
      disconnects += 1
      await sleep(draw.int(80))
      await device.connect()
    }
  }
  const late = async () => {
    while (writing) await writeSlowly(pool, readers, tally)
  }
  const others = [flaky(), late()]
  const { writers, transactions, patience } = schedule
  const writes = Array.from({ length: writers }, (_, n) =>
    write(pools[n % 2] as Sql, cast, { number: n, draw: drawOf(n + 1), transactions, tally }),
  )
  await Promise.all(writes)
  writing = false
  await Promise.all(others)
  // Comes first, because devices that reconnect also find what a fault of the stream kept from them.
  await discardHeld(pool, devices, cast)
  await beOvertaken(pool, devices, cast)
  await holdBack(pool, devices, cast)
  const differences = await untilSettled(world, devices, patience)
  const unheard = await whileUnheard(pool, cast, () => countDifferences(world, devices))
  for (const device of devices) await device.disconnect()
  await servers.end()
  for (const each of pools) await each.end({ timeout: 2 })
  const sum = (count: (device: Device) => number) => devices.reduce((all, device) => all + count(device), 0)
  return {
    servers: new Set(servers.children.map(({ pid }) => pid)).size,
    ...tally,
    disconnects,
    differences,
    unheard: unheard - differences,
    events: sum(({ events }) => events),
    gone: sum(({ gone }) => gone),
    documents: sum(({ held }) => COLLECTION_NAMES.reduce((all, name) => all + held[name].documents.size, 0)),
  }
}

/** Starts two server processes on the world's database, without background jobs. */
async function openServers(
  { dir, context, database }: World,
  mistake?: Mistake,
): Promise<{ children: Child[]; end(): Promise<void> }> {
  const variables = {
    NODE_ENV: 'test',
    DATA_DIR: dir,
    PORT: '0',
    DEMO: 'off',
    APP_SECRET: context.env.appSecret ?? '',
    ...(mistake && patchVariables(patchesOf(mistake))),
  }
  const died: string[] = []
  const options = {
    variables,
    socket: database.url.host,
    database: database.url.database,
    withJobs: false,
    reached: () => {},
    struck: () => {},
    ended: ({ isWanted, words }: { isWanted: boolean; words: string }) => void (isWanted && died.push(words)),
  }
  const children = await Promise.all([startChild(options), startChild(options)])
  return {
    children,
    async end() {
      for (const child of children) await child.kill()
      if (died.length > 0) throw new Error(`a server ended by itself: ${died.join('\n')}`)
    },
  }
}

/** A person's signed-in browser, and the port it calls. Sessions outlive the servers on which they began. */
type Seat = { person: Person; browser: Browser; at: { port: number }; isSignedIn: boolean }
type Seats = [Seat[], Seat[]]
export type Stage = { world: World; seats: Seats }

/** Opens a world with six people, each with a browser for either server. The caller must end the world. */
export async function openConvergence(): Promise<Stage> {
  const world = await openWorld()
  const people: Person[] = []
  for (const role of ['basic', 'basic', 'basic', 'creator', 'creator', 'basic'] as const)
    people.push(await world.makePerson({ role }))
  return { world, seats: openSeats(people) }
}

function openSeats(people: Person[]): Seats {
  const seatOf = (person: Person): Seat => {
    const at = { port: 0 }
    const browser = openBrowser((url, init) => fetch(...requestTo(at.port, url, init)))
    return { person, browser, at, isSignedIn: false }
  }
  return [people.map(seatOf), people.map(seatOf)]
}

async function openDevices(
  servers: Child[],
  seats: Seats,
  drawOf: (number: number) => Draw,
): Promise<Device[]> {
  const opened = servers.map(async ({ line }, server) => {
    const devices: Device[] = []
    for (const [number, seat] of (seats[server] ?? []).entries()) {
      seat.at.port = line.port
      if (!seat.isSignedIn) await seat.browser.signIn(seat.person)
      seat.isSignedIn = true
      const draw = drawOf(1_000 + server * 100 + number)
      const device = new Device(seat.browser, seat.person.id, () => 1 + draw.int(30))
      await device.connect()
      devices.push(device)
    }
    return devices
  })
  return (await Promise.all(opened)).flat()
}

async function makeCast({ database }: World, ids: string[], draw: Draw): Promise<Cast> {
  const { sql } = database
  const media = [draw.id(), draw.id()]
  for (const id of media)
    await sql`
      insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256, declared_duration_ms)
      values (${id}, 'person:x', 'answer', 'file', 'stored', 'video/webm', 1, 'x', 1)
      on conflict do nothing`
  const fans = ids.filter((_, n) => n < 3 || n === 5)
  const cast: Cast = { fans, athletes: ids.slice(3, 5), media, drafts: [], questions: [], answers: [] }
  for (let n = 0; n < 5; n += 1)
    for (const change of [askSomething, answerSomething])
      await sql.begin((tx) => change(tx as unknown as Sql, cast, draw))
  return cast
}

/** Waits until every feed is settled, then checks for differences until there are none or patience runs out. */
async function untilSettled(world: World, devices: Device[], patience: number): Promise<number> {
  await settled(world.database.sql)
  let differences = await countDifferences(world, devices)
  for (let looks = patience; differences > 0 && looks > 0; looks -= 1) {
    await sleep(150)
    differences = await countDifferences(world, devices)
  }
  return differences
}

/** Counts the documents on all devices that differ from a new device's copy or from the audience view. */
async function countDifferences(world: World, devices: Device[]): Promise<number> {
  const compared = [...Map.groupBy(devices, ({ reader }) => reader).values()].flatMap((theirs) =>
    COLLECTION_NAMES.map((name) => countOf(world, theirs, name)),
  )
  return (await Promise.all(compared)).reduce((all, differences) => all + differences, 0)
}

async function countOf({ database }: World, theirs: Device[], name: CollectionName): Promise<number> {
  const [one] = theirs as [Device]
  const [fresh, rows] = await Promise.all([
    freshCopy(one.browser, name),
    database.sql<{ id: string }[]>`
      select distinct id from audience where collection = ${name} and reader = ${one.reader}`,
  ])
  const audience = new Set(rows.map(({ id }) => id))
  const differing = theirs.flatMap(({ held }) => {
    const mine = held[name].documents
    const all = new Set([...fresh.keys(), ...mine.keys(), ...audience])
    // A document that the reader may see counts as missing even if no device has it.
    return [...all].filter(
      (id) => audience.has(id) !== mine.has(id) || !isDeepStrictEqual(fresh.get(id), mine.get(id)),
    )
  })
  return differing.length
}
