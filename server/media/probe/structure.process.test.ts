import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn, seededRandom } from '../../../.ci/sample.ts'
import { filmInPage, junkWebm, pageBehind, pageInFilm, playlist } from '../../testing/media/hostile.ts'
import { inspectVideo } from './probe.ts'
import { sensibleBytesOf } from './read-bytes.ts'

const SAMPLES = ['question.webm', 'answer.webm', 'answer.mp4'] as const
type Family = 'webm' | 'mp4'
const familyOf = (name: string): Family => (name.endsWith('webm') ? 'webm' : 'mp4')

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-structure-'))
})
afterAll(() => rm(dir, { recursive: true }))

const sample = (name: string) => readFile(path.join(import.meta.dirname, '../../testing/media', name))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = path.join(dir, 'file')
  await writeFile(file, bytes)
  return file
}

const look = async (bytes: Uint8Array, family: Family) => sensibleBytesOf(await fileOf(bytes), family)

function noise(name: string, length: number): Buffer {
  const random = seededRandom(name)
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

describe.each(SAMPLES)('%s', (name) => {
  const family = familyOf(name)

  test('makes sense to its end, also with a page inside', async () => {
    const bytes = await sample(name)
    expect(await look(bytes, family)).toBe(bytes.length)
    const both = pageInFilm(new Uint8Array(bytes), family)
    expect(await look(both, family)).toBe(both.length)
  })

  test('makes sense as far as it goes, whatever follows', async () => {
    const bytes = await sample(name)
    expect(await look(pageBehind(new Uint8Array(bytes)), family)).toBe(bytes.length)
    expect(await look(Buffer.concat([bytes, Buffer.alloc(4_096)]), family)).toBe(bytes.length)
    const behind = Buffer.concat([bytes, noise(name, 100_000)])
    const end = (await look(behind, family)) ?? 0
    expect(end).toBeGreaterThanOrEqual(bytes.length)
    // noise may begin like a known structure, but does not continue like one
    expect(end).toBeLessThan(bytes.length + 1_000)
  })

  test('cut off anywhere is no video or one up to there', async () => {
    const bytes = await sample(name)
    const places = Array.from({ length: bytes.length }, (_, at) => at)
    for (const at of drawn(`cuts of ${name}`, places, 200)) {
      const end = await look(bytes.subarray(0, at), family)
      expect(end === null || end <= at, `cut at ${at}`).toBe(true)
    }
    expect(await look(bytes.subarray(0, bytes.length - 100), family)).not.toBeNull()
  })
})

describe('no video', () => {
  test('a header of no told size and then noise, a playlist, a film in a page, nothing', async () => {
    expect(await look(junkWebm(), 'webm')).toBeNull()
    expect(await look(playlist(), 'mp4')).toBeNull()
    expect(await look(filmInPage(new Uint8Array(await sample('answer.mp4'))), 'mp4')).toBeNull()
    for (const family of ['webm', 'mp4'] as const) expect(await look(new Uint8Array(), family)).toBeNull()
  })

  test('a film of the other family, and sound with a description of no tracks', async () => {
    expect(await look(await sample('answer.mp4'), 'webm')).toBeNull()
    expect(await look(await sample('answer.webm'), 'mp4')).toBeNull()
    const bytes = await sample('answer.webm')
    const tracks = bytes.indexOf(Buffer.from('1654ae6b', 'hex'))
    expect(await look(bytes.fill(0xec, tracks, tracks + 1), 'webm')).toBeNull()
  })

  test('an index that is longer than the file or than any film needs', async () => {
    for (const length of [0x7fffffff, 0x02000001]) {
      const bytes = await sample('answer.mp4')
      bytes.writeUInt32BE(length, bytes.indexOf('moov') - 4)
      expect(await look(bytes, 'mp4')).toBeNull()
    }
  })

  test('a million parts of nothing', async () => {
    const bytes = await sample('answer.webm')
    const nothing = Buffer.alloc(1_000_000, Buffer.from([0xec, 0x80]))
    expect(await look(Buffer.concat([bytes, nothing]), 'webm')).toBeNull()
  })
})

test('noise is never taken for a video', async () => {
  for (let n = 0; n < 200; n += 1) {
    const bytes = noise(`noise ${n}`, 4_096)
    const head = Buffer.from(n % 2 === 0 ? '1a45dfa39f' : '0000001866747970', 'hex')
    expect(await look(Buffer.concat([head, bytes]), n % 2 === 0 ? 'webm' : 'mp4')).toBeNull()
  }
})

test('a file that spins the parser is given up by its processor time, and the next one is read', async () => {
  const junk = junkWebm()
  const asked = {
    draft: path.join(dir, 'draft.webm'),
    family: 'webm',
    longestMs: 60_000,
    means: { canConvert: false },
  } as const
  const limits = { processorMs: 200, deadlineMs: 600_000 }
  const spun = await inspectVideo({ file: await fileOf(junk), bytes: junk.length, ...asked, limits })
  expect(spun).toMatchObject({ ok: false, refusal: { code: 'video-unreadable' } })
  const film = await sample('question.webm')
  const read = await inspectVideo({
    file: await fileOf(film),
    bytes: film.length,
    ...asked,
    limits: { ...limits, processorMs: 600_000 },
  })
  expect(read).toMatchObject({ ok: true, value: { width: 320 } })
}, 600_000)
