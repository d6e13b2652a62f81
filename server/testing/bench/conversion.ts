import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createJobs } from '../../jobs/boss.ts'
import type { Ground } from './ground.ts'
import { fetchText } from './http-client.ts'
import { type Measured, quantile, timed } from './measured.ts'

const RUNS = 3
const SECONDS = 60
const MOST_RATIO = 1.3
const MOST_MS = 20
const LOOK_MS = 20
const ALONE = path.join(import.meta.dirname, '../floors/convert-alone-worker.ts')

/** Measures the conversion of a minute of 720p HEVC against FFmpeg alone, and how fast /healthz answers meanwhile. */
export async function measureConversion(ground: Ground): Promise<Measured[]> {
  const film = path.join(ground.dir, 'film.mp4')
  const alone = (...args: string[]) => promisify(execFile)(process.execPath, [ALONE, ...args])
  await alone('make', film, String(SECONDS))
  const taken = { ours: [] as number[], floor: [] as number[], waits: [] as number[] }
  for (let run = 0; run < RUNS; run += 1) {
    taken.floor.push((await timed(() => alone('convert', film, String(SECONDS)))) / 1_000)
    taken.ours.push(await secondsToConverted(ground, film, taken.waits))
  }
  const { ours, floor, waits } = taken
  return [
    {
      ...{ figure: `${SECONDS} s of 720p HEVC converted`, unit: 's', ours, floor },
      ...{ against: 'the same FFmpeg alone', bar: { of: 'ratio', most: MOST_RATIO } },
    },
    {
      ...{ figure: 'healthz meanwhile', unit: 'ms p99', ours: [quantile(waits, 0.99)], floor: [] },
      ...{ against: 'nothing', bar: { of: 'ours', most: MOST_MS } },
    },
  ]
}

/**
 * Inserts the film as if it had just been verified, orders its rendition as the server does, and returns how many
 * seconds the rendition took. The response times of /healthz meanwhile are added to `waits`.
 */
async function secondsToConverted(
  { sql, dir, server }: Ground,
  film: string,
  waits: number[],
): Promise<number> {
  const id = randomUUID()
  await copyFile(film, path.join(dir, 'served', `${id}.mp4`))
  const { size } = await stat(film)
  await sql`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, served_key, served_bytes, served_type, duration_ms, width, height, video_codec, audio_codec, conversion,
      claimed_by, stored_at)
    values (${id}, ${`person:${id}`}, 'answer', 'file', 'video/mp4', ${size}, ${'0'.repeat(64)}, ${SECONDS * 1_000},
      'stored', ${`${id}.mp4`}, ${size}, 'video/mp4', ${SECONDS * 1_000}, 1280, 720, 'hevc', 'aac', 'wanted', ${id}, now())`
  await sql`insert into rendition (media_id, kind) values (${id}, 'plays')`
  const jobs = createJobs({ sql, testClock: true, background: false })
  await jobs.start({}, {})
  await jobs.send(sql, 'rendition.answer-film', {}, { singletonKey: 'next' })
  const seconds = await timed(async () => {
    for (;;) {
      waits.push(await timed(() => fetchText(server.port, '/healthz')))
      const [made] = await sql<{ state: string }[]>`select state from rendition where media_id = ${id}`
      if (made?.state === 'made') return
      if (made?.state !== 'waiting') throw new Error(`the film became ${made?.state}`)
      await sleep(LOOK_MS)
    }
  })
  await jobs.stop()
  return seconds / 1_000
}
