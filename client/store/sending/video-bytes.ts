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
 * Returns whether a stored video's bytes can still be read, because a browser that clears a file may leave the row
 * that names it. Reads the last byte; any error except `NotFoundError` is taken as temporary.
 */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(-1).arrayBuffer()
    return true
  } catch (error) {
    return !(error instanceof Error && error.name === 'NotFoundError')
  }
}
