import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SYNC_PATHS } from '../../../sync/paths.ts'
import { type Checkpoint, PROTOCOL, type PullAnswer, type PushAnswer } from '../../../sync/protocol.ts'
import type { Child } from './child.ts'
import type { Ground } from './ground.ts'
import { callServer, headersOf, type OpenStream, openStream } from './http-client.ts'
import { type Measured, quantile } from './measured.ts'
import { type Member, makeMembers } from './people.ts'

const WRITES = 300
/** How many first writes are not counted, because the figure is about a warm server. */
const WARMING = 150
const BREATH_MS = 10
const AT_ONCE = 50

/** Measures from a write to its notice and document on another device, at 200 and 1,000 streams, and their memory. */
export async function measureLive(ground: Ground): Promise<Measured[]> {
  const [athlete] = await makeMembers(ground, { role: 'creator', count: 1 })
  const members = await makeMembers(ground, { role: 'basic', count: 1_000 })
  if (!athlete) throw new Error('nobody was made')
  const rows: Measured[] = []
  for (const count of [200, 1_000]) {
    const some = members.slice(0, count)
    const ours = await withStreams(ground.server, some.map(streamOf), async (streams) => {
      const writes = { ground, streams, members: some, athlete }
      return { taken: await writeOurs(writes), memory: await ground.server.memory() }
    })
    const bare = await withStreams(ground.bare, some.map(bareStreamOf), async (streams) => ({
      taken: await writeBare(ground, streams),
      memory: await ground.bare.memory(),
    }))
    rows.push(...latencies(count, ours.taken, bare.taken), weightOf(count, ours, bare))
  }
  return rows
}

type Taken = { heard: number[]; there: number[] }

function latencies(count: number, { heard, there }: Taken, bare: number[]): Measured[] {
  const told = { unit: 'ms p50', floor: [quantile(bare, 0.5)], against: 'insert, NOTIFY, bare SSE' }
  return [
    {
      figure: `live, told, ${count} streams`,
      ours: [quantile(heard, 0.5)],
      ...told,
      ...(count === 200 && { bar: { of: 'ours', most: 5 } }),
    },
    { figure: `live, document there, ${count} streams`, ours: [quantile(there, 0.5)], ...told },
    {
      figure: `live, told, ${count} streams`,
      unit: 'ms p99',
      ours: [quantile(heard, 0.99)],
      floor: [quantile(bare, 0.99)],
      against: told.against,
    },
  ]
}

type Weighed = { before: number; memory: number }

export function weightOf(count: number, ours: Weighed, bare: Weighed): Measured {
  const each = ({ before, memory }: Weighed) => (memory - before) / count / 1_024
  const figure = `memory per stream, ${count} streams`
  return { figure, unit: 'KiB', ours: [each(ours)], floor: [each(bare)], against: 'bare node:http SSE' }
}

type StreamPlace = { path: string; headers?: Record<string, string> }
type Streams = { next(index: number): Promise<void> }

export const streamOf = (member: Member): StreamPlace => ({
  path: `${SYNC_PATHS.stream}?protocol=${PROTOCOL}`,
  headers: headersOf(member),
})
export const bareStreamOf = (_: Member, index: number): StreamPlace => ({ path: `/stream?name=${index}` })

/** Opens the streams, a few at a time, calls `run` with them and closes them. */
export async function withStreams<T>(
  child: Child,
  places: StreamPlace[],
  run: (streams: Streams) => Promise<T>,
): Promise<T & { before: number }> {
  const before = await child.memory()
  const waiting = new Map<number, () => void>()
  const open: OpenStream[] = []
  for (let first = 0; first < places.length; first += AT_ONCE) {
    const some = places.slice(first, first + AT_ONCE).map((place, offset) => {
      const hear = (text: string) => text.includes('changed') && waiting.get(first + offset)?.()
      return openStream({ port: child.port, ...place, onData: hear })
    })
    open.push(...(await Promise.all(some)))
  }
  const next = (index: number) => new Promise<void>((done) => waiting.set(index, done))
  const result = await run({ next })
  for (const stream of open) stream.close()
  return { ...result, before }
}

type Writes = { ground: Ground; streams: Streams; members: Member[]; athlete: Member }

async function writeOurs({ ground, streams, members, athlete }: Writes): Promise<Taken> {
  const { port } = ground.server
  const taken: Taken = { heard: [], there: [] }
  const checkpoints = new Map<number, Checkpoint>()
  for (let write = 0; write < WRITES; write += 1) {
    const index = (write * 7) % members.length
    const member = members[index]
    if (!member) continue
    const pull = () => {
      const body = {
        protocol: PROTOCOL,
        collection: 'drafts',
        checkpoint: checkpoints.get(index) ?? null,
        limit: 1_000,
      }
      return callServer<PullAnswer>({ port, path: SYNC_PATHS.pull, member, body })
    }
    const draftId = randomUUID()
    checkpoints.set(index, (await pull()).checkpoint)
    const heard = streams.next(index)
    const started = performance.now()
    const pushed = pushDraft(port, member, { draftId, athleteId: athlete.personId })
    await heard
    taken.heard.push(performance.now() - started)
    const page = await pull()
    taken.there.push(performance.now() - started)
    if (!page.documents.some(({ id }) => id === draftId)) throw new Error('a stream told what no pull finds')
    await pushed
    await sleep(BREATH_MS)
  }
  return warm(taken)
}

function warm({ heard, there }: Taken): Taken {
  return { heard: heard.slice(WARMING), there: there.slice(WARMING) }
}

async function pushDraft(
  port: number,
  member: Member,
  { draftId, athleteId }: { draftId: string; athleteId: string },
): Promise<void> {
  const args = { draftId, athleteId, base: 0, savedAt: 1_700_000_000_000, body: 'x'.repeat(300) }
  const body = {
    device: member.device,
    account: member.personId,
    intents: [{ id: randomUUID(), name: 'draft.save', version: 1, args }],
  }
  const { outcomes } = await callServer<PushAnswer>({ port, path: SYNC_PATHS.push, member, body })
  if (outcomes[0]?.state !== 'settled') throw new Error(JSON.stringify(outcomes))
}

async function writeBare({ bare }: Ground, streams: Streams): Promise<number[]> {
  const taken: number[] = []
  for (let write = 0; write < WRITES; write += 1) {
    const index = (write * 7) % 200
    const heard = streams.next(index)
    const started = performance.now()
    const told = fetch(`http://127.0.0.1:${bare.port}/tell?name=${index}`, { method: 'POST' })
    await heard
    taken.push(performance.now() - started)
    await (await told).arrayBuffer()
    await sleep(BREATH_MS)
  }
  return taken.slice(WARMING)
}
