import type { RefusalCode } from '../errors.ts'
import { done, type Result, refuse } from '../result.ts'
import { isConvertible, isPlayed, playsEverywhere } from './codecs.ts'

/** The containers that videos are served in. */
export type VideoFamily = 'webm' | 'mp4'

/** One track of a file, as the reader of its container describes it. */
export type TrackFacts = {
  kind: 'video' | 'audio'
  /** By mediabunny's name; null for a codec that mediabunny does not know and no browser plays. */
  codec: string | null
  /**
   * The container's name for the codec, such as `avc1` or `V_VP9`; it identifies codecs that mediabunny does not
   * know.
   */
  name: string | null
  /** The codec with its profile, in the form browsers are asked about, such as `avc1.640028`; null where unknown. */
  profile: string | null
  /** Whether the track has no packet; some recorders announce a sound track that they never write. */
  isEmpty: boolean
  /** In pixels, coded or displayed; 0 for sound. */
  longestSide: number
}

/**
 * Whether a file is converted in addition to being kept. `none`: a copy of its packets plays in every browser;
 * `wanted`: the copy plays in some browsers, and an H.264/AAC rendition follows; `required`: no browser plays a
 * copy, so only the rendition is made and served.
 */
export type Conversion = 'none' | 'wanted' | 'required'

/**
 * The tracks of a file that are kept, by position, the container they are served in, and whether they are
 * converted. `soundsLeftOut`: how many other sound tracks viewers will not hear.
 */
export type KeptTracks = {
  video: number
  audio: number | null
  family: VideoFamily
  conversion: Conversion
  soundsLeftOut: number
}

/** What the server can do. The device learns it from the session's answer, so that both decide the same. */
export type Means = { canConvert: boolean }

/** The longest side that is played; above 4K, decoders of some phones fail. */
const LONGEST_PLAYED = 4_096
/** The longest side that is converted, 8K; above it a single frame fills the memory of a conversion. */
const LONGEST_CONVERTED = 8_192

type Placed = TrackFacts & { place: number }

/**
 * Chooses which tracks of a file are kept: the first picture, and the first sound that browsers play with it.
 * Where none plays, it takes the first that can be converted, if the server can. Device and server share this
 * rule, so that the device does not accept a video that the server refuses later. A copy is served in its own
 * container where that can hold both tracks, else in the other one; a conversion as an MP4. Refuses
 * `video-unreadable` without a picture, `video-codec`, `video-sound` where sound would be lost,
 * `video-dimensions`.
 */
export function chooseTracks(
  own: VideoFamily,
  tracks: readonly TrackFacts[],
  { canConvert }: Means,
): Result<KeptTracks> {
  const filled = tracks.map((facts, place) => ({ ...facts, place })).filter(({ isEmpty }) => !isEmpty)
  const pictures = filled.filter(({ kind }) => kind === 'video')
  const sounds = filled.filter(({ kind }) => kind === 'audio')
  if (pictures.length === 0) return refuse('video-unreadable')
  const copied = chooseCopied(own, pictures, sounds)
  if (copied.ok || !canConvert) return copied
  return chooseConverted(pictures, sounds)
}

function chooseCopied(own: VideoFamily, pictures: Placed[], sounds: Placed[]): Result<KeptTracks> {
  const families: VideoFamily[] = own === 'webm' ? ['webm', 'mp4'] : ['mp4', 'webm']
  const picture = pictures.find((track) => families.some((family) => isPlayed(family, track)))
  if (!picture) return refuse('video-codec')
  if (!isOfSize(picture, LONGEST_PLAYED)) return refuse('video-dimensions')
  for (const family of families.filter((each) => isPlayed(each, picture))) {
    const sound = sounds.find((track) => isPlayed(family, track))
    if (!sound && sounds.length > 0) continue
    const isForAll = [picture, sound].every((track) => !track || playsEverywhere(family, track))
    return done({ ...kept(picture, sound, sounds), family, conversion: isForAll ? 'none' : 'wanted' })
  }
  return refuse('video-sound')
}

function chooseConverted(pictures: Placed[], sounds: Placed[]): Result<KeptTracks> {
  const picture = pictures.find(isConvertible)
  if (!picture) return refuse('video-codec')
  if (!isOfSize(picture, LONGEST_CONVERTED)) return refuse('video-dimensions')
  const sound = sounds.find(isConvertible)
  if (!sound && sounds.length > 0) return refuse('video-sound')
  return done({ ...kept(picture, sound, sounds), family: 'mp4', conversion: 'required' })
}

const isOfSize = ({ longestSide }: TrackFacts, longest: number) => longestSide >= 1 && longestSide <= longest

function kept(picture: Placed, sound: Placed | undefined, sounds: readonly Placed[]) {
  // Phones write a second track of spatial sound (APAC) for headphones that follow the head; losing it loses no
  // sound.
  const soundsLeftOut = sounds.filter((track) => track !== sound && track.name !== 'apac').length
  return { video: picture.place, audio: sound?.place ?? null, soundsLeftOut }
}

const UNREADABLE: readonly RefusalCode[] = [
  'video-unreadable',
  'video-codec',
  'video-sound',
  'video-dimensions',
  'video-edits',
]

/** Checks whether a video was refused for its content, so that sending it again would be refused again. */
export const isUnreadable = (code: RefusalCode | undefined): boolean =>
  code !== undefined && UNREADABLE.includes(code)
