import type { VideoFamily } from '../../../../sync/media/tracks.ts'
import type { Recipe } from '../recipes.ts'

/** The job of making one file from another. */
export type Conversion = {
  /** The file sent by a stranger, or our copy of it. */
  file: string
  family: VideoFamily
  /** Which of its pictures and sounds are used, counted from 0; `audio` is null when it has no sound. */
  video: number
  audio: number | null
  recipe: Recipe
  /** Where the result is written. */
  draft: string
  /** The film's duration, to report progress and to check that all of it was made. */
  durationMs: number
  /** Whether an edit list hides part of it; then the result must be exactly as long as the shown part. */
  isCut?: boolean
  threads: number
  limits: ConversionLimits
}

export type ConversionLimits = {
  /** The limit on processor time, in milliseconds; exceeding it is the file's fault. */
  processorMs: number
  /** The limit on elapsed time, in milliseconds; exceeding it is the machine's fault. */
  deadlineMs: number
  /** The limit on the process's memory, in bytes; exceeding it is the file's fault. */
  memoryBytes: number
}

/** The file that was made; the duration of a picture is 0. */
export type Made = { bytes: number; width: number; height: number; durationMs: number }

/**
 * A message of the process. `spoiled`: nothing can be made of this file; `failed`: the machine failed, not the
 * file; `cut-short`: the machine killed the conversion, which the file may have caused.
 */
export type Told =
  | { step: 'ready' }
  | { step: 'progress'; ms: number }
  | { step: 'made'; made: Made }
  | { step: 'spoiled'; why: string }
  | { step: 'failed'; message: string }
  | { step: 'cut-short'; message: string }

/**
 * The decoders that a stranger's file may use: those of phones, cameras, recorders and editing programs, and no
 * others.
 */
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

/** The most pixels of a picture; no phone records more than 8K. */
export const MOST_PIXELS = 8_192 * 4_352

/** FFmpeg's name for each family when reading. */
export const CONTAINERS: Record<VideoFamily, string> = { mp4: 'mov', webm: 'matroska' }
