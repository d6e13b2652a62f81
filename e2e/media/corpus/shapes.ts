import { type Film, film } from './films.ts'
import { type Box, bodyAt, findBoxes, leaf, trackOf, withIndex } from './mp4.ts'
import { remux, seed } from './remux.ts'

const PLACE = '+48.8577+002.2950/'
const h264 = () => seed('h264-aac.mp4')
const one = 0x10000

/** Turns and mirrors a film as cameras do, by the matrix of the picture's track. */
function turned(matrix: readonly [number, number, number, number]): Buffer {
  return withIndex(h264(), (moov) => {
    const header = bodyAt(trackOf(moov, 'vide'), 'tkhd')
    const [a, b, c, d] = matrix
    for (const [place, value] of [a, b, 0, c, d].entries()) header.writeInt32BE(value * one, 40 + 4 * place)
  })
}

/** Adds the metadata that phones write beside picture and sound. */
function withPlace(of: Buffer): Buffer {
  return withIndex(of, (moov) => {
    const text = Buffer.from(PLACE)
    const head = Buffer.from([0, text.length, 0x15, 0xc7])
    const place = leaf('\xa9xyz', Buffer.concat([head, text]))
    moov.push(
      leaf('udta', Buffer.concat([boxed(place), boxed(leaf('\xa9mod', Buffer.from('CanaryPhone 9000')))])),
    )
  })
}

function boxed({ type, body }: Box): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE((body?.length ?? 0) + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

/** Makes a film that declares another kind of MP4. */
function branded(brand: string): Buffer {
  const bytes = h264()
  bytes.write(brand, 8, 'latin1')
  return bytes
}

/** Renames the codec of a track. */
const renamed = (
  of: Buffer,
  kind: 'vide' | 'soun',
  { to, place = 0 }: { to: string; place?: number },
): Buffer =>
  withIndex(of, (moov) => {
    const entry = bodyAt(trackOf(moov, kind, place), 'mdia/minf/stbl/stsd')
    entry.write(to, 12, 'latin1')
    // Hide the decoder's details too, because they would identify AAC under any name.
    const more = entry.indexOf('esds', 0, 'latin1')
    if (more > 0) entry.write('free', more, 'latin1')
  })

/** Empties a track that the file still announces. */
const emptied = (of: Buffer, kind: 'vide' | 'soun', place = 0): Buffer =>
  withIndex(of, (moov) => {
    for (const table of ['stts', 'stsc', 'stsz', 'stco', 'ctts', 'stss']) {
      const [box] = findBoxes(trackOf(moov, kind, place), `mdia/minf/stbl/${table}`)
      if (box?.body) box.body = Buffer.alloc(table === 'stsz' ? 12 : 8)
    }
  })

const late = (by: number) => (time: number) => time + by
const two = ['h264-aac.mp4', 'h264-aac.mp4']

/** Films with various rotations, times and tracks. */
export const shapeFilms: Film[] = [
  ...([90, 180, 270] as const).map((rotation) =>
    film(`turned by ${rotation}`, ['none', 4], () =>
      remux({ picture: 'h264-aac.mp4', container: 'mp4', rotation }),
    ),
  ),
  film('HEVC turned by 90', ['wanted', 4], () =>
    remux({ picture: 'hevc-aac.mp4', container: 'mov', rotation: 90 }),
  ),
  film('mirrored', ['none', 4], () => turned([-1, 0, 0, 1])),
  film('mirrored and turned', ['none', 4], () => turned([0, 1, 1, 0])),
  film('with its place', ['none', 4], () => withPlace(h264())),
  ...(['webm', 'mkv'] as const).map((container) =>
    film(`begins at 100 s, ${container}`, ['none', 4], () =>
      remux({ picture: 'vp8-opus.webm', container, at: late(100) }),
    ),
  ),
  ...(['mp4', 'fragmented', 'mkv'] as const).map((container) =>
    film(`begins at 100 s, H.264, ${container}`, ['none', 4], () =>
      remux({ picture: 'h264-aac.mp4', container, at: late(100) }),
    ),
  ),
  ...(['mp4', 'fragmented', 'mkv'] as const).map((container) =>
    film(`begins at 100 s, HEVC, ${container}`, ['wanted', 4], () =>
      remux({ picture: 'hevc-aac.mp4', container, at: late(100) }),
    ),
  ),
  film('picture later than sound', ['none', 5], () =>
    remux({
      picture: 'h264-aac.mp4',
      container: 'mp4',
      at: (time, kind) => (kind === 'video' ? time + 1 : time),
    }),
  ),
  film('sound later than picture', ['none', 5], () =>
    remux({
      picture: 'h264-aac.mp4',
      container: 'mp4',
      at: (time, kind) => (kind === 'audio' ? time + 1 : time),
    }),
  ),
  film('stands still for 5 s', ['none', 9], () =>
    remux({ picture: 'h264-aac.mp4', container: 'mp4', at: (time) => (time < 2 ? time : time + 5) }),
  ),
  film('of a rate that changes', ['none', null], () =>
    remux({
      picture: 'h264-aac.mp4',
      container: 'mp4',
      at: (time, kind) => (kind === 'audio' ? time : time + time ** 2 / 8),
    }),
  ),
  film('as an Android phone writes 3GP', ['none', 4], () => branded('3gp4')),
  film('as an iPhone writes QuickTime, upright and with its place', ['wanted', 4], async () =>
    withPlace(await remux({ picture: 'hevc-aac.mp4', container: 'mov', rotation: 90 })),
  ),
  film('begins before zero', ['none', null], () =>
    remux({ picture: 'h264-aac.mp4', container: 'mp4', at: late(-0.05) }),
  ),
  film(
    'two sounds',
    [
      'none',
      4,
      {
        soundsLeftOut: 1,
      },
    ],
    () => remux({ picture: 'h264-aac.mp4', sounds: two, container: 'mp4' }),
  ),
  film('two sounds in a Matroska file', ['none', 4, { soundsLeftOut: 1 }], () =>
    remux({ picture: 'h264-aac.mp4', sounds: two, container: 'mkv' }),
  ),
  film('two pictures', ['none', 4], () =>
    remux({ picture: 'h264-aac.mp4', pictures: ['hevc-aac.mp4'], container: 'mp4' }),
  ),
  film('spatial sound beside the plain one', ['none', 4], async () =>
    renamed(await remux({ picture: 'h264-aac.mp4', sounds: two, container: 'mov' }), 'soun', {
      to: 'apac',
      place: 1,
    }),
  ),
  film('spatial sound alone', ['video-sound', null], () => renamed(h264(), 'soun', { to: 'apac' })),
  film(
    'a sound of an unknown name beside AAC',
    [
      'none',
      4,
      {
        soundsLeftOut: 1,
      },
    ],
    async () =>
      renamed(await remux({ picture: 'h264-aac.mp4', sounds: two, container: 'mov' }), 'soun', {
        to: 'alac',
      }),
  ),
  film('a sound without a packet', ['none', 4, { isSilent: true }], () => emptied(h264(), 'soun')),
  film('a picture without a packet', ['video-unreadable', null], () => emptied(h264(), 'vide')),
  film(
    'silent',
    [
      'none',
      4,
      {
        isSilent: true,
      },
    ],
    () => remux({ picture: 'h264-aac.mp4', sounds: [], container: 'mp4' }),
  ),
  film('a picture of an unknown name', ['video-codec', null], () => renamed(h264(), 'vide', { to: 'zzzz' })),
  film('locked', ['video-codec', null], () => renamed(h264(), 'vide', { to: 'encv' })),
]
