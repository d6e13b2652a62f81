import {
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  canEncodeAudio,
  getFirstEncodableVideoCodec,
  Input,
  type InputAudioTrack,
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
import { type Footage, isSmallerSame, type KeptPlaces, type ShrinkNews, type ShrinkOrder } from './smaller.ts'

const scope = self as unknown as { postMessage(news: ShrinkNews): void }

/** The limits at which the app itself records. What exceeds them makes a camera's file large. */
const SHORT_SIDE = 720
const VIDEO_BITS = 2_000_000
const FRAME_RATE = 30

self.addEventListener('message', ({ data }: MessageEvent<ShrinkOrder>) => {
  void shrink(data).then(
    (smaller) => scope.postMessage({ smaller }),
    () => scope.postMessage({ smaller: null }),
  )
})

/**
 * Encodes the video again with fewer pixels and bits, as H.264 where this browser can, otherwise as VP9 or VP8.
 * Returns null where it cannot, or where the result is not the same video.
 */
async function shrink({
  file,
  kept,
  mayGrow,
}: ShrinkOrder): Promise<{ blob: Blob; durationMs: number } | null> {
  const input = open(file)
  try {
    const tracks = await keptTracks(input, kept)
    if (!tracks || !(await tracks.video.canDecode())) return null
    const { video: track, audio } = tracks
    const size = await smallerSize(track)
    const quality = new Quality(VIDEO_BITS)
    const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { ...size, quality })
    if (!codec) return null
    const isMp4 = codec === 'avc'
    const target = new BufferTarget()
    const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const film: ConversionVideoOptions = {
      ...{ ...size, fit: 'fill', codec, quality, frameRate: await slowerRate(track), forceTranscode: true },
      // Rotate the pictures themselves, because not every player reads the rotation from the metadata.
      allowTransformationMetadata: false,
    }
    // Other sound in an MP4 is not played everywhere. Where this browser cannot encode AAC, the server does.
    const sound: ConversionAudioOptions = isMp4 && (await canEncodeAudio('aac')) ? { codec: 'aac' } : {}
    const conversion = await Conversion.init({
      input,
      output: new Output({ format, target }),
      // Leave out the further tracks, as the server does, so that what was promised of the file stays true.
      video: ({ id }) => (id === track.id ? film : { discard: true }),
      audio: ({ id }) => (id === audio?.id ? sound : { discard: true }),
      showWarnings: false,
    })
    if (!conversion.isValid) return null
    conversion.onProgress = (done) => scope.postMessage({ done })
    await conversion.execute()
    if (!target.buffer) return null
    const blob = new Blob([target.buffer], { type: isMp4 ? 'video/mp4' : 'video/webm' })
    const [before, after] = [await look(tracks, file.size), await lookAt(blob)]
    const isGood = before !== null && after !== null && isSmallerSame(before, after, mayGrow)
    return isGood ? { blob, durationMs: after.durationMs } : null
  } finally {
    input.dispose()
  }
}

type Tracks = { video: InputVideoTrack; audio: InputAudioTrack | null }

/** Returns the tracks to keep: those that the server would keep, or the primary ones where that is not known. */
async function keptTracks(input: Input, kept: KeptPlaces): Promise<Tracks | null> {
  if (!kept) {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    return video && { video, audio }
  }
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  const [video, audio] = [tracks[kept.video], tracks[kept.audio ?? -1]]
  return video?.isVideoTrack() ? { video, audio: audio?.isAudioTrack() ? audio : null } : null
}

/**
 * Returns the displayed size, upright and at most 720 pixels on the short side, with even numbers as encoders
 * require.
 */
async function smallerSize(track: InputVideoTrack): Promise<{ width: number; height: number }> {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const share = Math.min(1, SHORT_SIDE / Math.min(width, height))
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * share) / 2))
  return { width: even(width), height: even(height) }
}

/**
 * Returns the frame rate to convert to; undefined leaves the rate unchanged. Only slow motion has too many frames.
 */
async function slowerRate(track: InputVideoTrack): Promise<number | undefined> {
  const { averagePacketRate } = await track.computePacketStats(100)
  return averagePacketRate > FRAME_RATE * 1.1 ? FRAME_RATE : undefined
}

async function lookAt(made: Blob): Promise<Footage | null> {
  const input = open(made)
  try {
    const tracks = await keptTracks(input, null)
    return tracks && (await look(tracks, made.size))
  } finally {
    input.dispose()
  }
}

/** Reads the properties of a film, and decodes a picture near its end to check that it can. */
async function look({ video, audio }: Tracks, bytes: number): Promise<Footage | null> {
  const seconds = Math.max(await video.computeDuration(), (await audio?.computeDuration()) ?? 0)
  const sample = await new VideoSampleSink(video).getSample(Math.max(0, seconds - 0.5))
  if (!sample) return null
  sample.close()
  return {
    bytes,
    durationMs: Math.round(seconds * 1_000),
    isHigh: (await video.getDisplayHeight()) > (await video.getDisplayWidth()),
    hasSound: audio !== null,
  }
}

function open(blob: Blob): Input {
  return new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(blob) })
}
