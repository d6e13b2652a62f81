import type { RefusalCode } from '../errors.ts'
import { done, type Result, refuse } from '../result.ts'
import { isConvertible, isPlayed, playsEverywhere } from './codecs.ts'

/** The containers that videos are served in. */
export type VideoFamily = 'webm' | 'mp4'

/** One track of a file, as a reader of its container finds it. */
export type TrackFacts = {
  kind: 'video' | 'audio'
  /** By mediabunny's name; null for one that it does not know, and no browser plays. */
  codec: string | null
  /** What the container calls the codec, such as `avc1` or `V_VP9`; it tells what a codec is that mediabunny does not know. */
  name: string | null
  /** The codec with its profile, as browsers are asked for it, such as `avc1.640028`; null where it is not known. */
  profile: string | null
  /** Without a single packet: some recorders announce a sound that they never write. */
  isEmpty: boolean
  /** In pixels, coded or shown; 0 for sound. */
  longestSide: number
}

/**
 * What becomes of a file beside being kept. `none`: a copy of its packets plays in every browser; `wanted`: the copy plays
 * in some, and an H.264/AAC rendition follows; `required`: no browser plays a copy, so that none is made and the rendition
 * alone is served.
 */
export type Conversion = 'none' | 'wanted' | 'required'

/**
 * Which of a file's tracks are kept, by their place, the container they are served in, and what becomes of them.
 * `soundsLeftOut`: how many sounds, other than the one that is kept, nobody will hear.
 */
export type KeptTracks = {
  video: number
  audio: number | null
  family: VideoFamily
  conversion: Conversion
  soundsLeftOut: number
}

/** What the server can do: the device knows it by the session's answer, so that both come to the same. */
export type Means = { canConvert: boolean }

/** Beyond 4K there are phones whose decoder gives up. */
const LONGEST_PLAYED = 4_096
/** 8K: beyond it a single picture fills the memory that a conversion is given. */
const LONGEST_CONVERTED = 8_192

type Placed = TrackFacts & { place: number }

/**
 * Which tracks of a file are kept: the first picture, and the first sound that browsers play with it; where none plays, the
 * first that can be converted, if the server can. Others are left out. Device and server ask this one rule, so that nothing
 * is "saved" that is refused once it was sent. A copy is served in its own container where that can hold both, else in the
 * other one; what must be converted, as an MP4. Refusals: `video-unreadable` without a picture, `video-codec`, `video-sound`
 * where sound would be lost, `video-dimensions`.
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
  // a phone writes what it heard a second time, for headphones that turn with the head
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

/** Whether a video was refused for what is in it: sent again it would be refused again. */
export const isUnreadable = (code: RefusalCode | undefined): boolean =>
  code !== undefined && UNREADABLE.includes(code)
