import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { TICKET_MS } from '../../../sync/media/ticket.ts'
import { mintTicket } from '../../media/play.ts'
import type { Ground } from '../bench/ground.ts'
import { type Measured, takeTurns, timed } from '../bench/measured.ts'

const RUNS = 7
const REQUESTS = 480
/** How many players read at the same time. */
const AT_ONCE = 24
/** The size of a recording of one minute; RANGES are the sizes that a player reads at once. */
const VIDEO_BYTES = 15 * 1_048_576
const RANGES = [
  ['1 MiB', 1_048_576],
  ['64 KiB', 65_536],
] as const

/** Measures ranges of a video by ticket, its right checked each time, against the same ranges of the same file. */
export async function measureRanges(ground: Ground): Promise<Measured[]> {
  const mediaId = randomUUID()
  const name = `${mediaId}.mp4`
  await writeFile(path.join(ground.dir, 'served', name), randomBytes(VIDEO_BYTES))
  await ground.sql`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, served_key, served_bytes, served_type, duration_ms)
    values (${mediaId}, ${`person:${randomUUID()}`}, 'answer', 'recorded', 'video/mp4', ${VIDEO_BYTES}, ${'0'.repeat(64)},
      60000, 'stored', ${name}, ${VIDEO_BYTES}, 'video/mp4', 60000)`
  const ticket = mintTicket(ground.secrets.ticket, { mediaId, expiresAt: Date.now() + TICKET_MS - 1_000 })
  const rows: Measured[] = []
  for (const [size, bytes] of RANGES) {
    const rate = (port: number, from: string) => async () =>
      (REQUESTS * 1_000) / (await timed(() => readRanges({ port, from, bytes })))
    const taken = await takeTurns(RUNS, {
      ours: rate(ground.server.port, `/media/${mediaId}?t=${ticket}`),
      floor: rate(ground.bare.port, `/served?name=${name}`),
    })
    rows.push({
      figure: `ranges of ${size} of a video`,
      unit: 'per s',
      ...taken,
      against: 'bare node:http, same file',
      bar: { of: 'ratio', least: 0.8 },
    })
  }
  return rows
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

type Reading = { port: number; from: string; bytes: number }

/** Reads the ranges from all over the video, a few at a time. */
async function readRanges({ port, from, bytes }: Reading): Promise<void> {
  let left = REQUESTS
  const read = async () => {
    while (left > 0) {
      left -= 1
      const start = (left * 7_919_191) % (VIDEO_BYTES - bytes)
      const got = await readRange({ port, from, bytes }, start)
      if (got !== bytes) throw new Error(`${from} answered ${got} of ${bytes} bytes`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}

function readRange({ port, from, bytes }: Reading, start: number): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { range: `bytes=${start}-${start + bytes - 1}` }
    const request = http.get({ host: '127.0.0.1', port, path: from, agent, headers }, (response) => {
      let got = 0
      response.on('data', (chunk: Buffer) => {
        got += chunk.length
      })
      response.on('end', () => done(response.statusCode === 206 ? got : -1))
    })
    request.on('error', failed)
  })
}
