import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { junkWebm, lookInto } from '../../testing/media/hostile.ts'
import { clip } from '../../testing/media/media-world.ts'
import { CutShort, createConverter, findConverter, type Wanted } from './converter.ts'
import type { RenditionKind } from './recipes.ts'
import { recipeOf } from './recipes.ts'
import { turnOf } from './tool/turn.ts'

let dir: string
const CLIPS = new URL('../../testing/media/', import.meta.url).pathname

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'infield-convert-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const draftOf = (kind: RenditionKind) => join(dir, kind)
const hevc = (kind: RenditionKind): Wanted => ({
  ...{ kind, file: join(CLIPS, 'hevc.mp4'), family: 'mp4', video: 0, audio: 0 },
  ...{ durationMs: 2_000, draft: draftOf(kind) },
})

describe('a film of a phone, lying on its side', () => {
  test('becomes one that plays everywhere, upright, quick to begin and without its place', async () => {
    const percents: number[] = []
    const converted = await createConverter(null).convert(hevc('plays'), (percent) => percents.push(percent))
    expect(converted).toMatchObject({ made: { width: 180, height: 320 } })
    expect(Math.abs((converted.made?.durationMs ?? 0) - 2_000)).toBeLessThan(100)
    const bytes = await readFile(draftOf('plays'))
    expect(await lookInto(bytes)).toMatchObject({ format: 'MP4', codecs: ['aac', 'avc'], tags: {} })
    expect(Buffer.from(await clip('hevc.mp4')).includes('48.2082')).toBe(true)
    expect(bytes.includes('48.2082')).toBe(false)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(percents.every((percent) => percent >= 0 && percent < 100)).toBe(true)
  })

  test('has a poster and a strip of ten pictures, upright', async () => {
    const converter = createConverter(null)
    const [poster, strip] = [await converter.convert(hevc('poster')), await converter.convert(hevc('strip'))]
    expect(poster).toMatchObject({ made: { width: 180, height: 320 } })
    expect(strip.made).toMatchObject({ width: 10 * 90, height: 160 })
    for (const kind of ['poster', 'strip'] as const)
      expect([...(await readFile(draftOf(kind))).subarray(0, 2)]).toEqual([0xff, 0xd8])
  })
})

test('a film of one picture and a second of sound shows its picture to the end', async () => {
  const still = {
    ...hevc('plays'),
    file: join(CLIPS, 'still.mkv'),
    family: 'webm',
    durationMs: 1_000,
  } as const
  expect(await createConverter(null).convert(still)).toMatchObject({ made: { width: 96, height: 64 } })
  const input = new Input({ source: new FilePathSource(draftOf('plays')), formats: [MP4] })
  const stats = await (await input.getPrimaryVideoTrack())?.computePacketStats()
  input.dispose()
  expect(stats?.packetCount).toBe(10)
})

describe('a file that is no film, or wants too much', () => {
  test('is given up, and the next one is made', async () => {
    const file = join(dir, 'junk')
    await writeFile(file, junkWebm())
    const converter = createConverter(null)
    const junk = { ...hevc('plays'), file, family: 'webm' } as const
    expect(await converter.convert(junk)).toEqual({ made: null, why: expect.any(String) })
    expect(await converter.convert(hevc('poster'))).toMatchObject({ made: { width: 180 } })
  })

  test('is given up where it takes too much memory or time, and the machine is not to blame', async () => {
    const little = createConverter(null, { memoryBytes: 1_048_576 })
    expect(await little.convert(hevc('plays'))).toEqual({ made: null, why: 'it took too much memory' })
    const short = createConverter(null, { processorMs: 1 })
    expect(await short.convert(hevc('plays'))).toEqual({ made: null, why: 'it took too much time' })
  })

  // a device of Linux that is always full
  test.runIf(existsSync('/dev/full'))('is the machine to blame for, where its disk is full', async () => {
    const full = { ...hevc('plays'), draft: '/dev/full' }
    await expect(createConverter(null).convert(full)).rejects.toThrow(/no space left/i)
    const unreadable = { ...full, file: join(dir, 'junk'), family: 'webm' } as const
    await writeFile(unreadable.file, junkWebm())
    await expect(createConverter(null).convert(unreadable)).rejects.toThrow(/no space left/i)
  })

  test('is the machine to blame for, where nothing comes of it in time', async () => {
    await expect(createConverter(null, { deadlineMs: 1 }).convert(hevc('plays'))).rejects.toThrow(CutShort)
  })

  test('is not to blame where the system kills FFmpeg for the memory of the machine', async () => {
    const program = join(dir, 'ffmpeg')
    await writeFile(program, '#!/bin/sh\n[ "$1" = "-version" ] || kill -9 $$\n', { mode: 0o755 })
    await expect(createConverter(program).convert(hevc('plays'))).rejects.toThrow(CutShort)
  })

  test('is to blame where FFmpeg cannot make anything of it', async () => {
    const program = join(dir, 'ffmpeg')
    await writeFile(program, '#!/bin/sh\n[ "$1" = "-version" ] || { echo no film >&2; exit 1; }\n', {
      mode: 0o755,
    })
    expect(await createConverter(program).convert(hevc('plays'))).toEqual({
      made: null,
      why: 'no film\n',
    })
  })

  test('of which only a part can be read is not taken for the whole', async () => {
    const longer = { ...hevc('small'), durationMs: 20_000 }
    expect(await createConverter(null).convert(longer)).toEqual({
      made: null,
      why: expect.stringMatching(/of 20000 ms/),
    })
  })
})

test('where there is no FFmpeg, there is no converter', async () => {
  expect(await findConverter(join(dir, 'no-such-program'))).toBeNull()
})

test('a picture is turned as its film says, in all eight ways', () => {
  const matrix = (...[a = 0, b = 0, c = 0, d = 0]: number[]) => {
    const bytes = Buffer.alloc(36)
    for (const [place, number] of [a, b, 0, c, d].entries()) bytes.writeInt32LE(number * 65_536, place * 4)
    return bytes
  }
  expect(turnOf(null)).toBeNull()
  expect(turnOf(matrix(1, 0, 0, 1))).toBeNull()
  expect(turnOf(matrix(0, 1, -1, 0))).toBe('transpose=clock')
  expect(turnOf(matrix(0, -1, 1, 0))).toBe('transpose=cclock')
  expect(turnOf(matrix(-1, 0, 0, -1))).toBe('hflip,vflip')
  expect(turnOf(matrix(-1, 0, 0, 1))).toBe('hflip')
  expect(turnOf(matrix(1, 0, 0, -1))).toBe('vflip')
  expect(turnOf(matrix(0, 1, 1, 0))).toBe('transpose=cclock_flip')
  expect(turnOf(matrix(0, -1, -1, 0))).toBe('transpose=clock_flip')
})

test('the poster of a very short film is taken from within it', () => {
  expect(recipeOf('poster', 400).choose).toContain('start=0.1')
  expect(recipeOf('poster', 60_000).choose).toContain('start=1,')
})
