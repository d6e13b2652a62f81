import { type Film, film } from './films.ts'
import { remux, seed } from './remux.ts'

/** Each codec as its recorder writes it, and in the other containers in which it occurs. */
export const codecFilms: Film[] = [
  ...(
    [
      ['h264-aac.mp4', 'none', 4],
      ['one-gop.mp4', 'none', 4],
      ['hevc-aac.mp4', 'wanted', 4],
      ['vp8-opus.webm', 'none', 4],
      ['vp9-opus.webm', 'none', 2],
      ['av1-opus.mp4', 'wanted', 1],
      ['vp8-vorbis.webm', 'wanted', 1],
      ['mpeg4-aac.mp4', 'required', 4],
      ['h263-aac.3gp', 'required', 1],
      ['mjpeg-u8.mov', 'required', 1],
      ['prores-pcm.mov', 'required', 1],
      ['mpeg2-mp2.mkv', 'required', 1],
      ['theora-vorbis.mkv', 'required', 1],
      ['h264-ac3.mkv', 'required', 1],
      ['h264-dts.mkv', 'required', 1],
      ['h264-alac.mov', 'required', 1],
      ['h264-ulaw.mov', 'required', 1],
      ['h264-alaw.mov', 'required', 1],
      ['h264-ima4.mov', 'required', 1],
      ['h264-adpcm.mov', 'required', 1],
      ['h264-ac3.mp4', 'required', 1],
      ['h264-eac3.mp4', 'required', 1],
      ['h264-sowt.mov', 'wanted', 1],
      ['h264-in24.mov', 'wanted', 1],
      ['h264-flac.mp4', 'wanted', 1],
      ['h264-mp3.mp4', 'wanted', 1],
      ['h264-opus.mp4', 'wanted', 1],
    ] as const
  ).map(([name, fate, seconds]) => film(name, [fate, seconds], () => seed(name))),
  film('vp9-ten-bits.webm', ['wanted', 1, { isSilent: true }], () => seed('vp9-ten-bits.webm')),
  film('h264-422.mp4', ['wanted', 1, { isSilent: true }], () => seed('h264-422.mp4')),
  ...(
    [
      ['h264-aac.mp4', 'mov', 'none', 4],
      ['h264-aac.mp4', 'fragmented', 'none', 4],
      ['h264-aac.mp4', 'mkv', 'none', 4],
      ['hevc-aac.mp4', 'mov', 'wanted', 4],
      ['hevc-aac.mp4', 'fragmented', 'wanted', 4],
      ['hevc-aac.mp4', 'mkv', 'wanted', 4],
      ['vp8-opus.webm', 'mkv', 'none', 4],
      ['vp8-opus.webm', 'mp4', 'none', 4],
      ['vp9-opus.webm', 'mkv', 'none', 2],
      ['vp9-opus.webm', 'mp4', 'wanted', 2],
      ['av1-opus.mp4', 'webm', 'wanted', 1],
      ['av1-opus.mp4', 'mkv', 'wanted', 1],
      ['h264-opus.mp4', 'mkv', 'wanted', 1],
      ['h264-mp3.mp4', 'mkv', 'wanted', 1],
      ['h264-flac.mp4', 'mkv', 'wanted', 1],
    ] as const
  ).map(([picture, container, fate, seconds]) =>
    film(`${picture} as ${container}`, [fate, seconds], () => remux({ picture, container })),
  ),
  film('VP8 with AAC', ['required', 4], () =>
    remux({ picture: 'vp8-opus.webm', sounds: ['h264-aac.mp4'], container: 'mkv' }),
  ),
  film('VP9 with AAC', ['wanted', 4], () =>
    remux({ picture: 'vp9-opus.webm', sounds: ['h264-aac.mp4'], container: 'mkv' }),
  ),
  film('HEVC with Opus', ['wanted', 4], () =>
    remux({ picture: 'hevc-aac.mp4', sounds: ['vp8-opus.webm'], container: 'mp4' }),
  ),
]
