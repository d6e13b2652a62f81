import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Blobs up to this size, about a minute of video, are hashed whole, because the browser's own digest is several
 * times as fast.
 */
const WHOLE_BYTES = 32 * 1024 * 1024
/** Larger blobs are read in slices of this size, because a phone may not have the memory for the whole. */
const SLICE_BYTES = 4 * 1024 * 1024

/**
 * Computes the SHA-256 of a blob in lower-case hex on the calling thread. Pages call `sha256Of`, which uses a
 * worker.
 */
export async function digestOf(blob: Blob): Promise<string> {
  if (blob.size <= WHOLE_BYTES)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())))
  const hash = sha256.create()
  for (let from = 0; from < blob.size; from += SLICE_BYTES)
    hash.update(new Uint8Array(await blob.slice(from, from + SLICE_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
