import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** How many bytes a line has at most: a hash, its count and the line end, with a margin. */
const LINE_BYTES = 128
/** How many bytes are read at once where the search ends. */
const CHUNK_BYTES = 4_096
const LINE = /^[0-9A-F]{40}(:\d+)?\r?\n/

/**
 * Checks whether a password is in a list of breached ones, in the format that the downloader of Have I Been Pwned
 * writes: sorted SHA-1 hashes in capital hexadecimals, one per line. A search in its tens of gigabytes reads some
 * thirty pieces. Without a file no password counts as breached. No other service is asked about a password.
 */
export async function isBreached(file: string | null, password: string): Promise<boolean> {
  if (file === null) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const list = await open(file)
  try {
    return await holds(list, hash)
  } finally {
    await list.close()
  }
}

/** Checks that a file is such a list; throws a sentence that names the variable where it is not. */
export async function checkBreachedList(file: string | null): Promise<void> {
  if (file === null) return
  const isList = await open(file).then(
    async (list) => {
      const first = await read(list, 0, LINE_BYTES).finally(() => list.close())
      return LINE.test(first)
    },
    () => false,
  )
  if (!isList)
    throw new Error(
      `BREACHED_PASSWORDS is "${file}"; it must be a file of SHA-1 hashes in order, one a line, which this server may read.`,
    )
}

/**
 * Searches the file by halving: `from` is the start of a line, and every line that starts after `to` is beyond
 * the hash.
 */
async function holds(list: FileHandle, hash: string): Promise<boolean> {
  let from = 0
  let to = (await list.stat()).size
  while (to - from > CHUNK_BYTES) {
    const middle = Math.floor((from + to) / 2)
    const piece = await read(list, middle, LINE_BYTES)
    const begins = piece.indexOf('\n') + 1
    if (piece.slice(begins, begins + hash.length) <= hash) from = middle + begins
    else to = middle
  }
  const rest = await read(list, from, to - from + LINE_BYTES)
  return `\n${rest}`.includes(`\n${hash}`)
}

async function read(list: FileHandle, at: number, length: number): Promise<string> {
  const { bytesRead, buffer } = await list.read(Buffer.alloc(length), 0, length, at)
  return buffer.toString('latin1', 0, bytesRead)
}
