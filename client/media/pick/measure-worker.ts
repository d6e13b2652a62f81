import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

const scope = self as unknown as { postMessage(length: number | null): void }

/** Answers with the length of the posted file in milliseconds; null when it is no video that can be read. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void measure(data).then(
    (length) => scope.postMessage(length),
    () => scope.postMessage(null),
  )
})

async function measure(file: Blob): Promise<number | null> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return null
    const seconds = await input.computeDuration()
    return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null
  } finally {
    input.dispose()
  }
}
