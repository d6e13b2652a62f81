import { expect, test } from 'vitest'
import { measureFile } from '../../../client/media/pick/measure-file.ts'
import { trimFile } from '../../../client/media/trim/trim-file.ts'
import { codecFilms } from './codecs.ts'
import { editFilms } from './edits.ts'
import { shapeFilms } from './shapes.ts'

const FILMS = [...codecFilms, ...editFilms, ...shapeFilms]

async function trimmed(name: string, cut: { fromMs: number; toMs: number; mostMs?: number }) {
  const film = FILMS.find((each) => each.name === name)
  if (!film) throw new Error(`there is no ${name}`)
  const blob = new Blob([new Uint8Array(await film.make())])
  return trimFile({ blob, ...cut })
}

const middle = { fromMs: 1_000, toMs: 3_000 }

test.each([
  ['whose end was cut already', 'cut: the end'],
  ['whose beginning was cut within', 'cut: the beginning, between two key pictures'],
  ['whose sound no container of ours holds', 'h264-ulaw.mov'],
  ['whose sound would be lost', 'h264-alac.mov'],
])('a film %s is not cut by copying', async (...[, name]) => expect(await trimmed(name, middle)).toBeNull())

test.each(['hevc-aac.mp4', 'h264-aac.mp4 as mkv', 'two sounds', 'begins at 100 s, H.264, mkv'])(
  '%s is',
  async (name) => {
    const cut = await trimmed(name, middle)
    // The cut begins at the key picture before the start, which is at most a second earlier.
    expect(cut?.durationMs).toBeGreaterThan(1_900)
    expect(cut?.durationMs).toBeLessThan(3_100)
  },
)

test('what is left begins with a key picture, and hides nothing before it', async () => {
  const cut = await trimmed('h264-aac.mp4', { fromMs: 1_500, toMs: 3_000 })
  const found = cut && (await measureFile(cut.blob, { canConvert: false }))
  expect(found).toMatchObject({ ok: true, value: { shown: null } })
  expect(Math.abs((cut?.durationMs ?? 0) - 2_000)).toBeLessThan(300)
})

test('what is left is no longer than it may be, although it begins at the key picture before', async () => {
  const cut = await trimmed('one-gop.mp4', { fromMs: 1_500, toMs: 3_500, mostMs: 2_000 })
  expect(cut?.durationMs).toBeGreaterThan(1_000)
  expect(cut?.durationMs).toBeLessThanOrEqual(2_000)
})
