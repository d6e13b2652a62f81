import type { VideoFamily } from '../../../../sync/media/tracks.ts'
import type { Recipe } from '../recipes.ts'

/** One file to be made of another one. */
export type Conversion = {
  /** What a stranger sent, or our copy of it. */
  file: string
  family: VideoFamily
  /** Which of its pictures and of its sounds, counted from 0. */
  video: number
  audio: number | null
  recipe: Recipe
  /** Where it is written. */
  draft: string
  /** Of the film, so that it is known how far it is and whether all of it was made. */
  durationMs: number
  isCut?: boolean
  threads: number
  limits: ConversionLimits
}

export type ConversionLimits = {
  /** Of processor time, in milliseconds: what takes longer is the file's fault. */
  processorMs: number
  /** Of anybody's clock, in milliseconds: then it is given up, and the machine is to blame. */
  deadlineMs: number
  /** That the process may take, in bytes; what takes more is the file's fault. */
  memoryBytes: number
}

/** What was made; the length of a picture is 0. */
export type Made = { bytes: number; width: number; height: number; durationMs: number }

/** What the process tells. `spoiled`: nothing can be made of this file; `failed`: the machine failed, not the file. */
export type Told =
  | { step: 'ready' }
  | { step: 'progress'; ms: number }
  | { step: 'made'; made: Made }
  | { step: 'spoiled'; why: string }
  | { step: 'failed'; message: string }

/** Decoders that a stranger's file may ask for: those of phones, cameras, recorders and editing programs, and no others. */
export const DECODERS = [
  ...[
    'h264',
    'hevc',
    'libdav1d',
    'av1',
    'vp8',
    'vp9',
    'libvpx',
    'libvpx-vp9',
    'mpeg4',
    'msmpeg4v3',
    'h263',
    'mjpeg',
    'mjpegb',
  ],
  ...[
    'mpeg1video',
    'mpeg2video',
    'dvvideo',
    'dnxhd',
    'prores',
    'cfhd',
    'svq1',
    'svq3',
    'cinepak',
    'qtrle',
    'rawvideo',
    'png',
  ],
  ...[
    'v210',
    'yuv4',
    'jpeg2000',
    'theora',
    'ffv1',
    'aac',
    'mp1',
    'mp1float',
    'mp2',
    'mp2float',
    'mp3',
    'mp3float',
    'opus',
  ],
  ...[
    'libopus',
    'vorbis',
    'flac',
    'alac',
    'ac3',
    'eac3',
    'dca',
    'truehd',
    'mlp',
    'tta',
    'wavpack',
    'qdm2',
    'qdmc',
    'qcelp',
  ],
  ...['gsm', 'libgsm', 'mace3', 'mace6', 'amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb'],
  ...[
    'adpcm_ima_qt',
    'adpcm_ms',
    'adpcm_ima_wav',
    'pcm_alaw',
    'pcm_mulaw',
    'pcm_u8',
    'pcm_s8',
    'pcm_s16le',
    'pcm_s16be',
  ],
  ...['pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be'],
].join(',')

/** More than 8K is no phone's. */
export const MOST_PIXELS = 8_192 * 4_352

/** How the containers are called where they are read. */
export const CONTAINERS: Record<VideoFamily, string> = { mp4: 'mov', webm: 'matroska' }
