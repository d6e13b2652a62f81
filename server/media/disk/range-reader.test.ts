import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRangeReader, PIECE_BYTES } from './range-reader.ts'

let dir: string
let file: string
const content = randomBytes(3 * PIECE_BYTES)

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-pieces-'))
  file = path.join(dir, 'a.mp4')
  await writeFile(file, content)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const part = (start: number, bytes: number) => ({ start, end: start + bytes - 1 })

test('many pieces of one file at once are each their own bytes, while some are given back and some are not', async () => {
  const read = createRangeReader()
  const kept: { start: number; bytes: Uint8Array }[] = []
  const readOne = async (n: number) => {
    const [start, length] = [n * 7_919, [100, 40_000, 65_536, PIECE_BYTES][n % 4] ?? 1]
    const { bytes, giveBack } = await read(file, part(start, length))
    expect(Buffer.compare(bytes, content.subarray(start, start + length))).toBe(0)
    if (n % 3 === 0) kept.push({ start, bytes })
    else giveBack()
  }
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 24 }, (_, n) => readOne(round * 24 + n)))
  for (const { start, bytes } of kept)
    expect(Buffer.compare(bytes, content.subarray(start, start + bytes.length))).toBe(0)
})

test('memory that came back is used again, once however often it is given back', async () => {
  const read = createRangeReader()
  const first = await read(file, part(0, PIECE_BYTES))
  first.giveBack()
  first.giveBack()
  const [second, third] = await Promise.all([read(file, part(5, 600_000)), read(file, part(9, 600_000))])
  expect(
    [second.bytes.buffer, third.bytes.buffer].filter((memory) => memory === first.bytes.buffer),
  ).toHaveLength(1)
})

test('a piece beyond the end and a file that is gone are errors, and no file stays open', async () => {
  const read = createRangeReader()
  await expect(read(file, part(3 * PIECE_BYTES - 5, 10))).rejects.toThrow('a.mp4 ends before byte')
  await expect(read(path.join(dir, 'gone.mp4'), part(0, 10))).rejects.toThrow('ENOENT')
  await Promise.all([read(file, part(0, 10)), read(file, part(5, 10))])
  const fds = await readdir('/proc/self/fd')
  const open = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  expect(open).not.toContain(file)
})
