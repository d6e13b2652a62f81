const SLICE_BYTES = 4 * 1024 * 1024
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

/**
 * The sha256 of a blob in lower-case hex, slice by slice: the browser's own digest would want a whole video in
 * memory, which a phone may not have.
 */
export async function sha256Of(blob: Blob): Promise<string> {
  const state = Int32Array.from(START)
  const whole = blob.size - (blob.size % 64)
  for (let from = 0; from < whole; from += SLICE_BYTES) {
    const bytes = await blob.slice(from, Math.min(from + SLICE_BYTES, whole)).arrayBuffer()
    addBlocks(state, new DataView(bytes))
  }
  const tail = new Uint8Array(await blob.slice(whole).arrayBuffer())
  addBlocks(state, new DataView(padTail(tail, blob.size)))
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The last bytes, a one bit, zeros, and the length in bits. */
function padTail(tail: Uint8Array, size: number): ArrayBuffer {
  const padded = new Uint8Array(tail.length < 56 ? 64 : 128)
  padded.set(tail)
  padded[tail.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(size) * 8n)
  return padded.buffer
}

const schedule = new Int32Array(64)

/** The inner loops: plain indexed arithmetic, because a video has a million blocks. */
function addBlocks(state: Int32Array, bytes: DataView): void {
  for (let at = 0; at < bytes.byteLength; at += 64) {
    fillSchedule(bytes, at)
    addBlock(state)
  }
}

function fillSchedule(bytes: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = bytes.getInt32(at + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const a = word(schedule, i - 15)
    const b = word(schedule, i - 2)
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    schedule[i] = (word(schedule, i - 16) + s0 + word(schedule, i - 7) + s1) | 0
  }
}

function addBlock(state: Int32Array): void {
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUND, i) + word(schedule, i)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

function word(words: Int32Array, at: number): number {
  return words[at] as number
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 4_294_967_296)
}
