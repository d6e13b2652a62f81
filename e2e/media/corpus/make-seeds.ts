import { execFileSync } from 'node:child_process'
import path from 'node:path'

/*
 * Encodes the seeds of the corpus, one for each codec that phones, cameras and recorders write: `FFMPEG_PATH=ffmpeg
 * node e2e/media/corpus/make-seeds.ts`. They are committed, because no other part of the tests encodes. Each second
 * of a film has a colour and a tone of its own, and no packet equals another.
 */

const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg'
const COLOURS = ['red', 'green', 'blue', 'yellow']
/** The metadata that no served file may contain. */
const PLACE = '+48.8577+002.2950/'
const PHONE = 'CanaryPhone 9000'

const H264 =
  '-c:v libx264 -preset veryslow -crf 36 -pix_fmt yuv420p -g 10 -keyint_min 10 -sc_threshold 0 -bf 2'
const AAC = '-c:a aac -b:a 24k -ar 48000'
const HEVC =
  '-c:v libx265 -preset slow -crf 36 -pix_fmt yuv420p -tag:v hvc1 -x265-params keyint=10:min-keyint=10:log-level=0'

type Seed = { seconds: number; options: string; size?: string; isSilent?: boolean }

const SEEDS: Record<string, Seed> = {
  'h264-aac.mp4': { seconds: 4, options: `${H264} ${AAC}` },
  'one-gop.mp4': { seconds: 4, options: `${H264} -g 100 -keyint_min 100 ${AAC}` },
  'hevc-aac.mp4': { seconds: 4, options: `${HEVC} ${AAC}` },
  'vp8-opus.webm': { seconds: 4, options: '-c:v libvpx -b:v 60k -g 10 -c:a libopus -b:a 16k' },
  'vp9-opus.webm': { seconds: 2, options: '-c:v libvpx-vp9 -b:v 60k -g 10 -c:a libopus -b:a 16k' },
  'vp9-ten-bits.webm': {
    seconds: 1,
    options: '-c:v libvpx-vp9 -b:v 60k -profile:v 2 -pix_fmt yuv420p10le',
    isSilent: true,
  },
  'av1-opus.mp4': { seconds: 1, options: '-c:v libaom-av1 -cpu-used 6 -crf 50 -c:a libopus -b:a 16k' },
  'vp8-vorbis.webm': { seconds: 1, options: '-c:v libvpx -b:v 60k -c:a libvorbis -b:a 32k' },
  'h264-422.mp4': {
    seconds: 1,
    options: '-c:v libx264 -crf 36 -pix_fmt yuv422p10le',
    isSilent: true,
  },
  'mpeg4-aac.mp4': { seconds: 4, options: `-c:v mpeg4 -q:v 20 -g 10 ${AAC}` },
  'h263-aac.3gp': { seconds: 1, options: `-c:v h263 -q:v 20 ${AAC}`, size: '128x96' },
  'mjpeg-u8.mov': { seconds: 1, options: '-c:v mjpeg -q:v 20 -pix_fmt yuvj420p -c:a pcm_u8 -ar 8000' },
  'prores-pcm.mov': {
    seconds: 1,
    options: '-c:v prores_ks -profile:v 0 -qscale:v 31 -c:a pcm_s16le -ar 8000',
    size: '64x48',
  },
  'mpeg2-mp2.mkv': {
    seconds: 1,
    options: '-c:v mpeg2video -q:v 20 -c:a mp2 -b:a 32k -ar 16000',
    size: '64x48',
  },
  'theora-vorbis.mkv': { seconds: 1, options: '-c:v libtheora -q:v 1 -c:a libvorbis -b:a 32k' },
  'h264-ac3.mkv': { seconds: 1, options: `${H264} -c:a ac3 -b:a 48k -ar 48000` },
  'h264-dts.mkv': { seconds: 1, options: `${H264} -c:a dca -strict -2 -b:a 128k -ar 16000` },
  'h264-alac.mov': { seconds: 1, options: `${H264} -c:a alac -ar 8000` },
  'h264-ulaw.mov': { seconds: 1, options: `${H264} -c:a pcm_mulaw -ar 8000` },
  'h264-alaw.mov': { seconds: 1, options: `${H264} -c:a pcm_alaw -ar 8000` },
  'h264-ima4.mov': { seconds: 1, options: `${H264} -c:a adpcm_ima_qt -ar 8000` },
  'h264-adpcm.mov': { seconds: 1, options: `${H264} -c:a adpcm_ms -ar 8000` },
  'h264-sowt.mov': { seconds: 1, options: `${H264} -c:a pcm_s16le -ar 8000` },
  'h264-in24.mov': { seconds: 1, options: `${H264} -c:a pcm_s24be -ar 8000` },
  'h264-flac.mp4': { seconds: 1, options: `${H264} -c:a flac -strict -2 -ar 8000` },
  'h264-ac3.mp4': { seconds: 1, options: `${H264} -c:a ac3 -b:a 48k -ar 48000` },
  'h264-eac3.mp4': { seconds: 1, options: `${H264} -c:a eac3 -b:a 48k -ar 48000` },
  'h264-mp3.mp4': { seconds: 1, options: `${H264} -c:a libmp3lame -b:a 32k -ar 16000` },
  'h264-opus.mp4': { seconds: 1, options: `${H264} -c:a libopus -b:a 16k` },
}

function encode(name: string, { seconds, options, size = '96x64', isSilent = false }: Seed): void {
  const places = Array.from({ length: seconds }, (_, second) => second)
  const pictures = places.flatMap((second) => [
    '-f',
    'lavfi',
    '-i',
    `color=${COLOURS[second]}:s=${size}:r=10:d=1`,
  ])
  const tones = places.flatMap((second) => [
    '-f',
    'lavfi',
    '-i',
    `sine=f=${400 * (second + 1)}:r=48000:d=1,aeval=val(0)+0.05*(random(0)-0.5)`,
  ])
  const row = (kind: 'v' | 'a', first: number) =>
    places.map((second) => `[${first + second}:${kind}]`).join('')
  const graph = [
    `${row('v', 0)}concat=n=${seconds}:v=1:a=0,noise=c0s=6:c0f=t[v]`,
    ...(isSilent ? [] : [`${row('a', seconds)}concat=n=${seconds}:v=0:a=1[a]`]),
  ].join(';')
  execFileSync(FFMPEG, [
    ...['-y', '-v', 'error', ...pictures, ...(isSilent ? [] : tones), '-filter_complex', graph],
    ...['-map', '[v]', ...(isSilent ? [] : ['-map', '[a]', '-ac', '1']), ...options.split(' ')],
    ...['-metadata', `location=${PLACE}`, '-metadata', `make=${PHONE}`, '-metadata', `comment=${PHONE}`],
    path.join(import.meta.dirname, 'seeds', name),
  ])
}

for (const [name, seed] of Object.entries(SEEDS)) encode(name, seed)
