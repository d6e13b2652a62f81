/**
 * A QR code (ISO/IEC 18004) for a short text: byte mode, error correction M, versions 1 to 6 (up to 106 bytes). Rows of
 * dark modules, without the quiet zone; null where the text is too long.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const version = VERSIONS.findIndex(({ blocks, data }) => bytes.length + 2 <= blocks * data) + 1
  const shape = VERSIONS[version - 1]
  if (!shape) return null
  const codewords = interleave(dataOf(bytes, shape.blocks * shape.data), shape)
  const drawn = MASKS.map((_, mask) => draw(version, codewords, mask))
  return drawn.toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0] ?? null
}

type Shape = { blocks: number; data: number; correction: number; align: number | null }

/** Of level M: how many blocks, their data and correction codewords, and where the alignment pattern stands. */
const VERSIONS: readonly Shape[] = [
  { blocks: 1, data: 16, correction: 10, align: null },
  { blocks: 1, data: 28, correction: 16, align: 18 },
  { blocks: 1, data: 44, correction: 26, align: 22 },
  { blocks: 2, data: 32, correction: 18, align: 26 },
  { blocks: 2, data: 43, correction: 24, align: 30 },
  { blocks: 4, data: 27, correction: 16, align: 34 },
]

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** Mode, length, the bytes, an end, and padding up to the room there is. */
function dataOf(bytes: readonly number[], room: number): number[] {
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8), ...bytes.flatMap((byte) => bitsOf(byte, 8))]
  bits.push(...Array.from({ length: Math.min(4, room * 8 - bits.length) }, () => 0))
  while (bits.length % 8 !== 0) bits.push(0)
  const codewords = Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  for (let pad = 0; codewords.length < room; pad += 1) codewords.push(pad % 2 === 0 ? 0xec : 0x11)
  return codewords
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1)
}

function interleave(data: readonly number[], { blocks, data: each, correction }: Shape): number[] {
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * each, (at + 1) * each))
  const corrections = parts.map((part) => correct(part, correction))
  const across = (rows: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => rows.map((row) => row[at] ?? 0)).flat()
  return [...across(parts, each), ...across(corrections, correction)]
}

/** Reed-Solomon over GF(256) with the polynomial 0x11d. */
function correct(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let power = 0; power < count; power += 1) {
    const next = Array.from({ length: generator.length + 1 }, () => 0)
    generator.forEach((factor, at) => {
      next[at] = (next[at] ?? 0) ^ factor
      next[at + 1] = (next[at + 1] ?? 0) ^ multiply(factor, powerOfTwo(power))
    })
    generator = next
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at] ?? 0
    generator.forEach((factor, step) => {
      rest[at + step] = (rest[at + step] ?? 0) ^ multiply(factor, lead)
    })
  }
  return rest.slice(data.length)
}

function multiply(a: number, b: number): number {
  let product = 0
  for (let left = a, right = b; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = left & 0x80 ? (left << 1) ^ 0x11d : left << 1
  }
  return product
}

function powerOfTwo(power: number): number {
  let value = 1
  for (let step = 0; step < power; step += 1) value = multiply(value, 2)
  return value
}

type Grid = (boolean | null)[][]

function draw(version: number, codewords: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 17
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null))
  drawPatterns(grid, VERSIONS[version - 1]?.align ?? null)
  drawFormat(grid, mask)
  const bits = codewords.flatMap((word) => bitsOf(word, 8))
  let at = 0
  for (const [row, column] of dataPath(size)) {
    const cells = grid[row]
    if (!cells || cells[column] !== null) continue
    cells[column] = (bits[at] === 1) !== (MASKS[mask]?.(row, column) ?? false)
    at += 1
  }
  return grid.map((row) => row.map((cell) => cell === true))
}

/** Two columns at a time from the right, up and down, around the timing column. */
function* dataPath(size: number): Generator<[row: number, column: number]> {
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    isUp = !isUp
  }
}

function drawPatterns(grid: Grid, align: number | null): void {
  const end = grid.length - 7
  for (const [row, column] of [
    [0, 0],
    [0, end],
    [end, 0],
  ] as const)
    drawFinder(grid, row, column)
  for (let at = 8; at < end - 1; at += 1) {
    put(grid, [6, at], at % 2 === 0)
    put(grid, [at, 6], at % 2 === 0)
  }
  for (let r = -2; align !== null && r <= 2; r += 1) {
    for (let c = -2; c <= 2; c += 1)
      put(grid, [align + r, align + c], Math.max(Math.abs(r), Math.abs(c)) !== 1)
  }
  put(grid, [end - 1, 8], true)
}

/** The eye in a corner, with the light line around it. */
function drawFinder(grid: Grid, row: number, column: number): void {
  for (let r = -1; r <= 7; r += 1) {
    for (let c = -1; c <= 7; c += 1) {
      const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3))
      put(grid, [row + r, column + c], ring !== 2 && ring !== 4)
    }
  }
}

/** Which mask was laid over it, twice, with a correction of its own. */
function drawFormat(grid: Grid, mask: number): void {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10)
  const bits = bitsOf(((mask << 10) | rest) ^ 0b101010000010010, 15).map((bit) => bit === 1)
  const last = grid.length - 1
  bits.forEach((bit, at) => {
    const besides = at < 6 ? at : at === 6 ? 7 : 8
    put(grid, at < 8 ? [8, besides] : [at === 8 ? 7 : 14 - at, 8], bit)
    put(grid, at < 7 ? [last - at, 8] : [8, last - 14 + at], bit)
  })
}

function put(grid: Grid, [row, column]: readonly [number, number], isDark: boolean): void {
  const cells = grid[row]
  if (cells && column >= 0 && column < cells.length) cells[column] = isDark
}

/** How much a drawing might mislead a reader: runs, blocks, false eyes, imbalance. */
function penaltyOf(code: readonly boolean[][]): number {
  const columns = code.map((_, at) => code.map((row) => row[at] === true))
  const lines = [...code, ...columns].map((line) => line.map((cell) => (cell ? '1' : '0')).join(''))
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? [])
  const eyes = lines.flatMap((line) => line.match(/(?=00001011101)|(?=10111010000)/g) ?? [])
  let blocks = 0
  for (let r = 1; r < code.length; r += 1) {
    for (let c = 1; c < code.length; c += 1) {
      const corner = code[r]?.[c]
      if (corner === code[r - 1]?.[c] && corner === code[r]?.[c - 1] && corner === code[r - 1]?.[c - 1])
        blocks += 1
    }
  }
  const dark = code.flat().filter(Boolean).length / code.length ** 2
  const imbalance = Math.floor(Math.abs(dark * 100 - 50) / 5) * 10
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + blocks * 3 + eyes.length * 40 + imbalance
}
