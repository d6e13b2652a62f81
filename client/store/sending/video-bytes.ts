import type { Device } from '../../db/device.ts'

/** A take's video; null when it is not, or no longer, on this device, even where it is still listed. */
export async function takeVideo(device: Device, takeId: string): Promise<Blob | null> {
  const blob = (await device.videos.get(takeId))?.blob
  return blob && (await isReadable(blob)) ? blob : null
}

/** Whether a take's bytes are here; counted and not opened, because an opened video outlives its deletion. */
export async function hasVideo({ videos }: Device, takeId: string): Promise<boolean> {
  return (await videos.where({ id: takeId }).count()) > 0
}

/**
 * Whether a stored video's bytes can still be had: a browser that clears a file may leave the row that names it. Its
 * last byte is asked for; any other trouble is one of the moment.
 */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(-1).arrayBuffer()
    return true
  } catch (error) {
    return !(error instanceof Error && error.name === 'NotFoundError')
  }
}
