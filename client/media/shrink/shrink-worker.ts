import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  getFirstEncodableVideoCodec,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  VideoSampleSink,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { type Footage, isSmallerSame, type ShrinkNews, type ShrinkOrder } from './smaller.ts'

const scope = self as unknown as { postMessage(news: ShrinkNews): void }

/** As the app records: what is beyond it is what makes a camera's file large. */
const SHORT_SIDE = 720
const VIDEO_BITS = 2_000_000
const FRAME_RATE = 30

self.addEventListener('message', ({ data }: MessageEvent<ShrinkOrder>) => {
  void shrink(data).then(
    (smaller) => scope.postMessage({ smaller }),
    () => scope.postMessage({ smaller: null }),
  )
})

/** The same video as H.264 where this browser makes it, with fewer pixels and bits; null where this browser cannot, or where it came to something else. */
async function shrink({ file, mayGrow }: ShrinkOrder): Promise<{ blob: Blob; durationMs: number } | null> {
  const input = open(file)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return null
    const size = await smallerSize(track)
    const quality = new Quality(VIDEO_BITS)
    const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { ...size, quality })
    if (!codec) return null
    const isMp4 = codec === 'avc'
    const target = new BufferTarget()
    const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const conversion = await Conversion.init({
      input,
      output: new Output({ format, target }),
      // beside them a phone writes tracks that nobody plays
      tracks: 'primary',
      video: {
        ...size,
        fit: 'fill',
        codec,
        quality,
        frameRate: await slowerRate(track),
        forceTranscode: true,
        // turned for good: not every player reads which way up it was held
        allowTransformationMetadata: false,
      },
      // other sound in an MP4 is not played everywhere; where this browser makes none, the server does
      ...(isMp4 && (await canEncodeAudio('aac')) && { audio: { codec: 'aac' } }),
      showWarnings: false,
    })
    if (!conversion.isValid) return null
    conversion.onProgress = (done) => scope.postMessage({ done })
    await conversion.execute()
    if (!target.buffer) return null
    const blob = new Blob([target.buffer], { type: isMp4 ? 'video/mp4' : 'video/webm' })
    const [before, after] = [await look(input, file.size), await lookAt(blob)]
    const isGood = before !== null && after !== null && isSmallerSame(before, after, mayGrow)
    return isGood ? { blob, durationMs: after.durationMs } : null
  } finally {
    input.dispose()
  }
}

/** As it is shown, upright; even, as encoders want it; null leaves it as it is. */
async function smallerSize(track: InputVideoTrack): Promise<{ width: number; height: number }> {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const share = Math.min(1, SHORT_SIDE / Math.min(width, height))
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * share) / 2))
  return { width: even(width), height: even(height) }
}

/** Slow motion is many pictures a second; an even rate is asked for only where there are too many. */
async function slowerRate(track: InputVideoTrack): Promise<number | undefined> {
  const { averagePacketRate } = await track.computePacketStats(100)
  return averagePacketRate > FRAME_RATE * 1.1 ? FRAME_RATE : undefined
}

async function lookAt(made: Blob): Promise<Footage | null> {
  const input = open(made)
  try {
    return await look(input, made.size)
  } finally {
    input.dispose()
  }
}

/** What a file is when it is opened and its last picture is decoded. */
async function look(input: Input, bytes: number): Promise<Footage | null> {
  const track = await input.getPrimaryVideoTrack()
  if (!track) return null
  const seconds = await input.computeDuration()
  const sample = await new VideoSampleSink(track).getSample(Math.max(0, seconds - 0.5))
  if (!sample) return null
  sample.close()
  return {
    bytes,
    durationMs: Math.round(seconds * 1_000),
    isHigh: (await track.getDisplayHeight()) > (await track.getDisplayWidth()),
    hasSound: (await input.getPrimaryAudioTrack()) !== null,
  }
}

function open(blob: Blob): Input {
  return new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(blob) })
}
