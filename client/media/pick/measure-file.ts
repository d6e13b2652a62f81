import { BlobSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

/** A file's length in milliseconds; `cut-short`: it announces more than is in it; null: no video that can be read. */
export type Measured = number | 'cut-short' | null

/** How long a video file runs, by its packets. The last one is read: a file cut off on its way announces it all the same. */
export async function measureFile(file: Blob): Promise<Measured> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return null
    const seconds = await input.computeDuration()
    if (!Number.isFinite(seconds) || seconds <= 0) return null
    const last = await new EncodedPacketSink(track).getPacket(seconds).catch(() => null)
    return last ? Math.round(seconds * 1_000) : 'cut-short'
  } finally {
    input.dispose()
  }
}
