import { type Film, film } from './films.ts'
import { type Box, bodyAt, findBoxes, readBoxes, trackOf, withIndex, writeBoxes } from './mp4.ts'
import { seed } from './remux.ts'

const h264 = () => seed('h264-aac.mp4')
const vp8 = () => seed('vp8-opus.webm')

const HEAD_BYTES = 8

const share = (of: Buffer, part: number) => of.subarray(0, Math.floor(of.length * part))

/** Changes bytes at pseudo-random places; the same salt always changes the same ones. */
function spoilt(of: Buffer, places: number, salt: number): Buffer {
  const bytes = Buffer.from(of)
  let state = salt
  for (let change = 0; change < places; change += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[state % bytes.length] = state >>> 24
  }
  return bytes
}

/** Makes a film whose header declares another size than its pictures have. */
const sized = (width: number, height: number) =>
  withIndex(h264(), (moov) => {
    const track = trackOf(moov, 'vide')
    const entry = bodyAt(track, 'mdia/minf/stbl/stsd')
    entry.writeUInt16BE(width, 40)
    entry.writeUInt16BE(height, 42)
    const header = bodyAt(track, 'tkhd')
    header.writeUInt32BE(width * 0x10000, header.length - 8)
    header.writeUInt32BE(height * 0x10000, header.length - 4)
  })

/** Returns where each box of a film begins, from the second on, including nested ones. */
function beginnings(of: Buffer): { type: string; at: number }[] {
  const found: { type: string; at: number }[] = []
  const look = (boxes: Box[], from: number) => {
    let at = from
    for (const box of boxes) {
      if (at > 0) found.push({ type: box.type, at })
      if (box.inside) look(box.inside, at + HEAD_BYTES)
      at += writeBoxes([box]).length
    }
  }
  look(readBoxes(of), 0)
  return found
}

/** Makes a film whose index points beyond the end of the file. */
const astray = () =>
  withIndex(h264(), (moov) => {
    for (const { body } of findBoxes(moov, 'trak/mdia/minf/stbl/stco')) body?.fill(0x7f, 8)
  })

const without = (type: string) => writeBoxes(readBoxes(h264()).filter((box) => box.type !== type))
const blank = () =>
  writeBoxes(
    readBoxes(h264()).map((box) =>
      box.type === 'mdat' ? { ...box, body: Buffer.alloc(0), inside: null } : box,
    ),
  )
const called = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2_000, 7)])

/** Files that are no video, or no longer one. Device and server must agree on each. */
export const brokenFilms: Film[] = [
  ...[0.1, 0.5, 0.9, 0.99].flatMap((part) => [
    film(`MP4, ${part * 100} % of it`, ['video-unreadable', null], () => share(h264(), part)),
    film(`WebM, ${part * 100} % of it`, [null, null], () => share(vp8(), part)),
    film(`Matroska, ${part * 100} % of it`, [null, null], () => share(seed('h264-ac3.mkv'), part)),
  ]),
  ...[1, 2, 3, 4, 5, 7].flatMap((salt) => [
    film(`MP4, spoilt ${salt}`, [null, null], () => spoilt(h264(), 40, salt)),
    film(`WebM, spoilt ${salt}`, [null, null], () => spoilt(vp8(), 40, salt)),
    film(`QuickTime, spoilt ${salt}`, [null, null], () => spoilt(seed('h264-alac.mov'), 30, salt)),
  ]),
  // Films cut as a broken upload leaves them; only the index tells that something is missing.
  ...beginnings(h264()).map(({ type, at }, place) =>
    film(`MP4 that ends before its box ${place}, ${type}`, [null, null], () => h264().subarray(0, at)),
  ),
  film('of no bytes', [null, null], () => Buffer.alloc(0)),
  film('of one byte', ['video-type', null], () => Buffer.alloc(1)),
  film('4K', ['none', 4], () => sized(3_840, 2_160)),
  film('5.3K', ['required', 4, { plainFate: 'video-dimensions' }], () => sized(5_312, 2_988)),
  film('16K', ['video-dimensions', null], () => sized(15_360, 8_640)),
  film('of no size', ['video-dimensions', null], () => sized(0, 0)),
  film('with places beyond its end', ['video-unreadable', null], astray),
  film('without an index', ['video-unreadable', null], () => without('moov')),
  film('without its media', ['video-unreadable', null], () => without('mdat')),
  film('with no media', ['video-unreadable', null], blank),
  film('a page', ['video-type', null], () => called('<!doctype html><title>video</title>')),
  film('an AVI', ['video-type', null], () => called('RIFF\0\0\0\0AVI LIST')),
  film('a transport stream', ['video-type', null], () => called('G@\0\x10\0\0\xb0\r\0\x01\xc1\0\0')),
  film('an MP3', ['video-type', null], () => called('ID3\x04\0\0\0\0\0\0TIT2\0\0')),
  film('a photograph', ['video-type', null], () => called('\xff\xd8\xff\xe0\0\x10JFIF\0\x01')),
]
