import type { Device } from '../../db/device.ts'

/**
 * Returns a take's video; null when its bytes are not, or no longer, on this device, even where it is still listed.
 */
export async function takeVideo(device: Device, takeId: string): Promise<Blob | null> {
  const blob = (await device.videos.get(takeId))?.blob
  return blob && (await isReadable(blob)) ? blob : null
}

/**
 * Returns whether a take's video is listed here. Counts rows and opens no video, because an opened video's bytes
 * outlive its deletion.
 */
export async function hasVideo({ videos }: Device, takeId: string): Promise<boolean> {
  return (await videos.where({ id: takeId }).count()) > 0
}

/**
 * Returns a take's video to be sent: `gone` when its bytes are not, or no longer, on this device, `cannot-read` when
 * they are listed but could not be read just now. Firefox may refuse to read the row of a file that is lost.
 */
export async function readVideo(device: Device, takeId: string): Promise<Blob | 'gone' | 'cannot-read'> {
  let blob: Blob | undefined
  try {
    blob = (await device.videos.get(takeId))?.blob
  } catch {
    return 'cannot-read'
  }
  if (!blob) return 'gone'
  const failure = await failureOf(blob)
  if (failure === null) return blob
  return failure === CLEARED ? 'gone' : 'cannot-read'
}

/**
 * Returns whether a stored video's bytes can still be read, because a browser that clears a file may leave the row
 * that names it. Any error except `NotFoundError` is taken as temporary.
 */
export async function isReadable(blob: Blob): Promise<boolean> {
  return (await failureOf(blob)) !== CLEARED
}

/** The name of the error for a file that the browser has cleared. */
const CLEARED = 'NotFoundError'

/** Reads the last byte of a stored video, and returns the name of the error; null when there was none. */
async function failureOf(blob: Blob): Promise<string | null> {
  try {
    await blob.slice(-1).arrayBuffer()
    return null
  } catch (error) {
    return error instanceof Error ? error.name : ''
  }
}
