import { describe, expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Decodes a code as a camera would once it has found the modules: format, mask, path, blocks, bytes. */
function read(code: boolean[][]): string {
  const size = code.length
  const version = (size - 17) / 4
  const bit = (row: number, column: number) => (code[row]?.[column] ? 1 : 0)
  const format = [0, 1, 2, 3, 4].reduce((sum, at) => (sum << 1) | bit(8, at), 0) ^ 0b10101
  expect(format >> 3, 'correction M').toBe(0)
  const bits: number[] = []
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1])
        if (!isPattern(row, column, version)) bits.push(bit(row, column) ^ masked(format & 7, row, column))
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  const [blocks = 1, each = 0, correction = 0] = BLOCKS[version] ?? []
  const data: number[] = []
  for (let block = 0; block < blocks; block += 1) {
    const own = Array.from({ length: each }, (_, at) => words[at * blocks + block] ?? 0)
    const rest = Array.from(
      { length: correction },
      (_, at) => words[blocks * each + at * blocks + block] ?? 0,
    )
    for (let root = 0; root < correction; root += 1)
      expect(valueAt([...own, ...rest], root), 'syndrome').toBe(0)
    data.push(...own)
  }
  const stream = data.map((word) => word.toString(2).padStart(8, '0')).join('')
  expect(stream.slice(0, 4), 'byte mode').toBe('0100')
  const length = Number.parseInt(stream.slice(4, 12), 2)
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(stream.slice(12 + at * 8, 20 + at * 8), 2))
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const BLOCKS: Record<number, [number, number, number]> = {
  1: [1, 16, 10],
  2: [1, 28, 16],
  3: [1, 44, 26],
  4: [2, 32, 18],
  5: [2, 43, 24],
  6: [4, 27, 16],
}

function isPattern(row: number, column: number, version: number): boolean {
  const size = version * 4 + 17
  if (row === 6 || column === 6) return true
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9))
    return true
  const align = version > 1 ? size - 7 : Number.NaN
  return Math.abs(row - align) <= 2 && Math.abs(column - align) <= 2
}

function masked(mask: number, i: number, j: number): number {
  const rules = [
    (i + j) % 2,
    i % 2,
    j % 3,
    (i + j) % 3,
    (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    ((i * j) % 2) + ((i * j) % 3),
    (((i * j) % 2) + ((i * j) % 3)) % 2,
    (((i + j) % 2) + ((i * j) % 3)) % 2,
  ]
  return rules[mask] === 0 ? 1 : 0
}

/** Returns the value of a polynomial over GF(256) at a power of two, computed with tables. */
function valueAt(polynomial: readonly number[], power: number): number {
  const exp: number[] = []
  for (let value = 1, at = 0; at < 255; at += 1) {
    exp.push(value)
    value = value & 0x80 ? ((value << 1) ^ 0x11d) & 0xff : value << 1
  }
  const log = new Map(exp.map((value, at) => [value, at]))
  return polynomial.reduce((sum, factor) => {
    const moved = sum === 0 ? 0 : (exp[((log.get(sum) ?? 0) + power) % 255] ?? 0)
    return moved ^ factor
  }, 0)
}

describe('a QR code', () => {
  test.each([3, 14, 20, 40, 61, 80, 104])(
    'of %i letters reads back, every block without a fault',
    (length) => {
      const text = `https://infield.test/ask/${'noraquist'.repeat(12)}`.slice(0, length)
      expect(read(qrCode(text))).toBe(text)
    },
  )
})
