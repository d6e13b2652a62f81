import { BlobSource, EncodedPacketSink, Input, type InputTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { chooseTracks, type Means, type TrackFacts } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'

/**
 * How long a video file runs, in milliseconds, by the packets of what the server would keep of it. The last packet is read:
 * a file that was cut off on its way announces it all the same. Refuses what `chooseTracks` refuses, and `video-unreadable`
 * for a file that announces more than is in it. Rejects for what is no video at all.
 */
export async function measureFile(file: Blob, means: Means): Promise<Result<number>> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BlobSource(file) })
  try {
    const format = await input.getFormat()
    const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
    const family = format === WEBM || format === MATROSKA ? 'webm' : 'mp4'
    const chosen = chooseTracks(family, await Promise.all(tracks.map(factsOf)), means)
    if (!chosen.ok) return chosen
    const { video, audio } = chosen.value
    const kept = [tracks[video], audio === null ? undefined : tracks[audio]].filter(
      (track) => track !== undefined,
    )
    return await lengthOf(kept)
  } finally {
    input.dispose()
  }
}

async function factsOf(track: InputTrack): Promise<TrackFacts> {
  const name = await track.getInternalCodecId()
  const isEmpty = (await new EncodedPacketSink(track).getFirstPacket()) === null
  const read = {
    codec: await track.getCodec(),
    name: typeof name === 'string' ? name : null,
    profile: isEmpty ? null : await track.getCodecParameterString(),
    isEmpty,
  }
  if (!track.isVideoTrack()) return { kind: 'audio', ...read, longestSide: 0 }
  const shown = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const coded = [await track.getCodedWidth(), await track.getCodedHeight()]
  return { kind: 'video', ...read, longestSide: Math.max(...shown, ...coded) }
}

/** From the first shown moment to the last: the time stamps of a cut or streamed file do not begin at zero. */
async function lengthOf(tracks: readonly InputTrack[]): Promise<Result<number>> {
  const ends: number[] = []
  const starts: number[] = []
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY).catch(() => null)
    if (!last || last.data.byteLength === 0) return refuse('video-unreadable')
    ends.push(await track.computeDuration())
    starts.push(await track.getFirstTimestamp())
  }
  const ms = Math.round((Math.max(...ends) - Math.max(0, Math.min(...starts))) * 1_000)
  return ms >= 1 ? done(ms) : refuse('video-unreadable')
}
