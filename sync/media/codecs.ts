import type { TrackFacts, VideoFamily } from './tracks.ts'

type Codec = Pick<TrackFacts, 'kind' | 'codec' | 'name' | 'profile'>

/**
 * The codecs that some browsers play in each container, which the server can therefore keep without encoding
 * again.
 */
const PLAYED: Record<VideoFamily, Record<Codec['kind'], string[]>> = {
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  mp4: {
    video: ['avc', 'hevc', 'vp9', 'av1'],
    audio: [
      ...['aac', 'mp3', 'opus', 'flac'],
      ...['pcm-s16', 'pcm-s16be', 'pcm-s24', 'pcm-s24be', 'pcm-s32', 'pcm-s32be', 'pcm-f32', 'pcm-f32be'],
    ],
  },
}

/**
 * The profiles that every browser plays: H.264 in 8 bits and 4:2:0, AAC except its newest kind, VP8, VP9 in 8
 * bits.
 */
const EVERYWHERE: Record<VideoFamily, Record<string, RegExp>> = {
  webm: { vp8: /^/, vp9: /^(vp9|vp09\.00)/, opus: /^/ },
  mp4: { avc: /^avc[13]\.(42|4d|58|64)/i, aac: /^mp4a\.(40\.(2|5|02|05|29)|67)$/i },
}

/** Encrypted tracks of purchased films cannot be played without a key. */
const isLocked = ({ name }: Codec) => name === 'encv' || name === 'enca'

/** Checks whether some browser plays the track in this container. */
export const isPlayed = (family: VideoFamily, track: Codec): boolean =>
  track.codec !== null && !isLocked(track) && PLAYED[family][track.kind].includes(track.codec)

/** Checks whether every browser plays the track in this container. */
export const playsEverywhere = (family: VideoFamily, { codec, profile }: Codec): boolean =>
  codec !== null && EVERYWHERE[family][codec]?.test(profile ?? '') === true

/** The codecs that ffmpeg decodes, by mediabunny's names: all that mediabunny knows. */
const KNOWN: Record<Codec['kind'], string[]> = {
  video: [...PLAYED.webm.video, ...PLAYED.mp4.video, 'prores'],
  audio: [
    ...[...PLAYED.webm.audio, ...PLAYED.mp4.audio],
    ...['ac3', 'eac3', 'dts', 'pcm-f64', 'pcm-f64be', 'pcm-u8', 'pcm-s8', 'ulaw', 'alaw'],
  ],
}

/**
 * Further codecs that ffmpeg decodes, from cameras, old phones and editing programs, which mediabunny does not
 * know; by the names in their containers, ignoring case. In turn: MPEG-4 part 2, H.263, Motion JPEG, MPEG-2, DV
 * and others of QuickTime's time, Dolby Vision; then the same in Matroska. Sound: ALAC, ADPCM, AMR and others by
 * the names of MPEG-4, QuickTime and Matroska.
 */
const NAMED: Record<Codec['kind'], Set<string>> = {
  video: new Set(
    [
      'mp4v xvid divx dx50 3iv2 fmp4 s263 h263 jpeg mjpa mjpb mjpg mp1v mp2v hdv1 hdv2 hdv3 hdv5 hdv6 hdvc xdvc xdv2',
      'dvc dvcp dvpp dv5n dv5p dvh5 dvh6 dvhp dvhq avdn avdh cfhd svq1 svq3 cvid rle raw png 2vuy yuv2 v210 mjp2',
      'dvh1 dvhe dva1 dvav dav1',
      'v_mpeg1 v_mpeg2 v_mpeg4/iso/sp v_mpeg4/iso/asp v_mpeg4/iso/ap v_mpeg4/ms/v3 v_mjpeg v_theora v_ms/vfw/fourcc',
      'v_quicktime v_uncompressed v_ffv1',
    ]
      .join(' ')
      .split(' '),
  ),
  audio: new Set(
    [
      'alac ima4 ms\0\x02 ms\0\x11 samr sawb mp4a .mp1 .mp2 .mp3 mac3 mac6 qdm2 qdmc qclp sqcp agsm',
      'raw twos sowt in24 in32 fl32 fl64 lpcm ipcm fpcm',
      'a_alac a_mpeg/l1 a_mpeg/l2 a_ms/acm a_quicktime a_quicktime/qdm2 a_tta1 a_wavpack4 a_truehd a_mlp',
      'a_pcm/int/lit a_pcm/int/big a_pcm/float/ieee',
    ]
      .join(' ')
      .split(' '),
  ),
}

/** Checks whether the server's converter can read the track. */
export function isConvertible(track: Codec): boolean {
  const { kind, codec, name } = track
  if (isLocked(track)) return false
  if (codec !== null) return KNOWN[kind].includes(codec)
  return name !== null && NAMED[kind].has(name.trim().toLowerCase())
}
