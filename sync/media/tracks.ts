import type { RefusalCode } from '../errors.ts'
import { done, type Result, refuse } from '../result.ts'

/** The containers that videos are served in. */
export type VideoFamily = 'webm' | 'mp4'

/** One track of a file, as a reader of its container finds it. */
export type TrackFacts = {
  kind: 'video' | 'audio'
  /** By mediabunny's name; null for one that it does not know, and no browser plays. */
  codec: string | null
  /** Without a single packet: some recorders announce a sound that they never write. */
  isEmpty: boolean
  /** In pixels, coded or shown; 0 for sound. */
  longestSide: number
}

/** Which of a file's tracks are kept, by their place, and the container they are served in. */
export type KeptTracks = { video: number; audio: number | null; family: VideoFamily }

/** What browsers play in each container, and the server can therefore keep without encoding anything anew. */
const PLAYED: Record<VideoFamily, { video: string[]; audio: string[] }> = {
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  mp4: {
    video: ['avc', 'hevc', 'vp9', 'av1'],
    audio: [
      ...['aac', 'mp3', 'opus', 'flac'],
      ...['pcm-s16', 'pcm-s16be', 'pcm-s24', 'pcm-s24be', 'pcm-s32', 'pcm-s32be', 'pcm-f32', 'pcm-f32be'],
    ],
  },
}

/** Beyond 4K there are phones whose decoder gives up. */
const LONGEST_SIDE = 4_096

/**
 * Which tracks of a file are kept: the first picture, and the first sound that browsers play with it. Others are left
 * out. Device and server ask this one rule, so that nothing is "saved" that is refused once it was sent. It is served in
 * its own container where that can hold both, else in the other one. Refusals: `video-unreadable` without a picture,
 * `video-codec`, `video-sound` where sound would be lost, `video-dimensions`.
 */
export function chooseTracks(own: VideoFamily, tracks: readonly TrackFacts[]): Result<KeptTracks> {
  const filled = tracks.map((facts, place) => ({ ...facts, place })).filter(({ isEmpty }) => !isEmpty)
  const pictures = filled.filter(({ kind }) => kind === 'video')
  const sounds = filled.filter(({ kind }) => kind === 'audio')
  if (pictures.length === 0) return refuse('video-unreadable')
  const families: VideoFamily[] = own === 'webm' ? ['webm', 'mp4'] : ['mp4', 'webm']
  const plays = (family: VideoFamily, { kind, codec }: TrackFacts) =>
    codec !== null && PLAYED[family][kind].includes(codec)
  const picture = pictures.find((track) => families.some((family) => plays(family, track)))
  if (!picture) return refuse('video-codec')
  if (!(picture.longestSide >= 1 && picture.longestSide <= LONGEST_SIDE)) return refuse('video-dimensions')
  for (const family of families.filter((each) => plays(each, picture))) {
    const sound = sounds.find((track) => plays(family, track))
    if (sound || sounds.length === 0)
      return done({ video: picture.place, audio: sound?.place ?? null, family })
  }
  return refuse('video-sound')
}

const UNREADABLE: readonly RefusalCode[] = [
  'video-unreadable',
  'video-codec',
  'video-sound',
  'video-dimensions',
]

/** Whether a video was refused for what is in it: sent again it would be refused again. */
export const isUnreadable = (code: RefusalCode | undefined): boolean =>
  code !== undefined && UNREADABLE.includes(code)
