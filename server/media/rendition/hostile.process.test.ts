import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample, seededRandom } from '../../../.ci/sample.ts'
import { junkWebm, playlist } from '../../testing/media/hostile.ts'
import { clip } from '../../testing/media/media-world.ts'
import { createConverter, type Wanted } from './converter.ts'

const LIMITS = { processorMs: 5_000, deadlineMs: 60_000, memoryBytes: 700_000_000 }
const converter = createConverter(null, LIMITS)
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'infield-hostile-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

type Bytes = Uint8Array<ArrayBuffer>

/** Returns a film with some bytes replaced, depending on the seed. */
function damaged(film: Bytes, name: string, share = 200): Bytes {
  const [bytes, random] = [film.slice(), seededRandom(name)]
  for (let n = 0; n < bytes.length / share; n += 1)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return bytes
}

/** Returns a film whose header says that its picture is 60,000 pixels wide and high. */
function hugeFilm(film: Bytes): Bytes {
  const bytes = Buffer.from(film)
  const at = bytes.indexOf('hvc1', bytes.indexOf('stsd'))
  bytes.writeUInt16BE(60_000, at + 28)
  bytes.writeUInt16BE(60_000, at + 30)
  return new Uint8Array(bytes)
}

const noise = (name: string): Bytes => {
  const random = seededRandom(name)
  return Uint8Array.from({ length: 200_000 }, () => Math.floor(random() * 256))
}
const inMovClothes = (inside: Bytes): Bytes =>
  new Uint8Array(Buffer.concat([Buffer.from('00000014667479706d703432000000006d703432', 'hex'), inside]))

const FILES: [name: string, family: 'mp4' | 'webm', make: () => Promise<Bytes>][] = [
  ['noise', 'mp4', async () => noise('noise')],
  ['noise behind the beginning of a film', 'mp4', async () => inMovClothes(noise('clothes'))],
  ['a list of other files', 'mp4', async () => playlist()],
  ['a list in the clothes of a film', 'mp4', async () => inMovClothes(playlist())],
  ['what spins a parser', 'webm', async () => junkWebm()],
  ['nothing', 'mp4', async () => new Uint8Array()],
  ['a picture too large for any screen', 'mp4', async () => hugeFilm(await clip('hevc.mp4'))],
  ['half of a film', 'mp4', async () => (await clip('hevc.mp4')).slice(0, 20_000)],
  ['a film without its index', 'mp4', async () => (await clip('answer.mp4')).slice(4_000)],
  ...Array.from({ length: 40 }, (_, n): (typeof FILES)[number] => {
    const name = (['hevc.mp4', 'mjpeg.mov', 'question.webm', 'h264.mkv'] as const)[n % 4] ?? 'hevc.mp4'
    const family = n % 4 < 2 ? 'mp4' : 'webm'
    return [`a damaged ${name}, ${n}`, family, async () => damaged(await clip(name), String(n))]
  }),
]

test.each(sample('hostile films', FILES, 3))(
  'is converted or given up, and the machine is not to blame: %s',
  async (name, family, make) => {
    const file = join(dir, 'film')
    await writeFile(file, await make())
    const wanted: Wanted = {
      ...{ kind: 'plays', file, family, video: 0, audio: 0 },
      ...{ durationMs: 2_000, draft: join(dir, 'made') },
    }
    const converted = await converter.convert(wanted)
    if (converted.made) expect(converted.made.width, name).toBeGreaterThan(0)
    else expect(converted.why, name).not.toBe('')
  },
)
