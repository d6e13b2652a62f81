import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Up to here a blob is read whole: a video of a minute, and the browser's own digest is several times as fast. */
const WHOLE_BYTES = 32 * 1024 * 1024
/** More than this of a larger one is never in memory, which a phone may not have. */
const SLICE_BYTES = 4 * 1024 * 1024

/** The SHA-256 of a blob in lower-case hex, computed where it is called: `sha256Of` asks a worker for it. */
export async function digestOf(blob: Blob): Promise<string> {
  if (blob.size <= WHOLE_BYTES)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())))
  const hash = sha256.create()
  for (let from = 0; from < blob.size; from += SLICE_BYTES)
    hash.update(new Uint8Array(await blob.slice(from, from + SLICE_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
