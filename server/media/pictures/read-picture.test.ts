import { describe, expect, test } from 'vitest'
import { PICTURE_LIMITS } from '../../../sync/media/picture.ts'
import {
  chunk,
  exif,
  lossy,
  png,
  portrait,
  resized,
  segment,
  webp,
  withSegments,
} from '../../testing/media/pictures.ts'
import { Unreadable } from './bytes.ts'
import { repackPng } from './png.ts'
import { readPicture } from './read-picture.ts'

const read = (file: Buffer) => readPicture(file, 'profile')
const codeOf = (file: Buffer) => {
  const result = read(file)
  return result.ok ? 'taken' : result.refusal.code
}
function taken(file: Buffer) {
  const result = read(file)
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

const jpeg = portrait()
const webpFile = portrait('portrait.webp')
const extended = (...beside: [string, Buffer][]) =>
  webp(['VP8X', Buffer.alloc(10)], ...beside, ['VP8 ', lossy(webpFile)])

describe('S2-5.12 what is a picture', () => {
  test.each([
    ['image/jpeg', jpeg, 320],
    ['image/webp', webpFile, 320],
    ['image/png', png(), 64],
  ] as const)(
    '%s is taken apart and put together, and the same file comes of it again',
    (type, file, size) => {
      const first = taken(file)
      expect(first).toMatchObject({ type, width: size, height: size })
      expect(taken(first.bytes).bytes.equals(first.bytes)).toBe(true)
    },
  )

  test('a PNG too large for its place is refused by its header, whatever its pixels are', () => {
    for (const size of [PICTURE_LIMITS.profilePx + 1, 60_000])
      expect(codeOf(png({ size, rows: Buffer.alloc(10) })), `${size}`).toBe('picture-size')
  })

  test('S2-5.12 a profile picture is square, and none is a poster or a dot', () => {
    const { profilePx, coverWidthPx, coverHeightPx } = PICTURE_LIMITS
    for (const [width, height, place, ok] of [
      [profilePx, profilePx, 'profile', true],
      [profilePx, profilePx - 1, 'profile', false],
      [profilePx + 1, profilePx + 1, 'profile', false],
      [16, 16, 'profile', false],
      [coverWidthPx, coverHeightPx, 'cover1', true],
      [coverWidthPx, coverHeightPx + 1, 'cover3', false],
      [65_535, 65_535, 'cover2', false],
    ] as const) {
      const result = readPicture(resized(jpeg, width, height), place)
      expect(result.ok ? 'taken' : result.refusal.code, `${place} ${width} x ${height}`).toBe(
        ok ? 'taken' : 'picture-size',
      )
    }
  })
})

describe('what a file says beside its picture is gone', () => {
  const secret = 'GPS 59.91 N 10.75 E <script>alert(1)</script> <?php'

  test('EXIF with where it was taken, comments, profiles, a second picture in a JPEG', () => {
    const told = withSegments(
      jpeg,
      exif(6, secret),
      segment(0xfe, secret),
      segment(0xe2, `ICC_PROFILE\0${secret}`),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
    )
    expect(told.includes(secret)).toBe(true)
    expect(taken(told).bytes.equals(taken(jpeg).bytes)).toBe(true)
  })

  test('texts, times and animation in a PNG, and whatever hides behind its pixels', () => {
    const told = png({
      beside: [
        chunk('tEXt', Buffer.from(secret)),
        chunk('eXIf', Buffer.from(secret)),
        chunk('acTL', Buffer.alloc(8)),
      ],
    })
    expect(taken(told).bytes.equals(taken(png()).bytes)).toBe(true)
    const behind = png({ after: Buffer.from(secret) })
    expect(repackPng(taken(behind).bytes).equals(repackPng(taken(png()).bytes))).toBe(true)
  })

  test('EXIF, XMP, profile and transparency in a WebP', () => {
    const told = extended(
      ['ICCP', Buffer.from(secret)],
      ['EXIF', Buffer.from(secret)],
      ['XMP ', Buffer.from(secret)],
    )
    expect(taken(told).bytes.equals(taken(webpFile).bytes)).toBe(true)
    expect(taken(told).bytes.toString('latin1')).not.toContain(secret)
  })
})

describe('what is no picture', () => {
  test('drawings, pages, films and other formats', () => {
    const head = (text: string) => Buffer.from(text.padEnd(200, ' '), 'latin1')
    for (const file of [
      head('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      head('<?xml version="1.0"?><svg/>'),
      head('<!doctype html><script>alert(1)</script>'),
      head('GIF89a\x01\x00\x01\x00'),
      head('BM'),
      head('\0\0\0\x18ftypheic'),
      head('%PDF-1.7'),
      head('PK\x03\x04'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8, 0xff]),
    ])
      expect(codeOf(file), file.toString('latin1', 0, 20)).toBe('picture-type')
  })

  test('a file that is cut short anywhere', () => {
    for (const file of [jpeg, webpFile, png()])
      for (let length = 16; length < file.length; length += 1 + Math.floor(file.length / 300))
        expect(codeOf(file.subarray(0, length)), `${length} of ${file.length}`).toBe('picture-unreadable')
  })

  test('a file that goes on behind its end: a second file in the first one’s clothes', () => {
    for (const file of [jpeg, webpFile, png()])
      for (const more of ['\0', 'PK\x03\x04 archive', '<script>', jpeg])
        expect(codeOf(Buffer.concat([file, Buffer.from(more)]))).toBe('picture-unreadable')
  })

  test('a JPEG in disorder: no frame, two frames, tables that lie, colours of another kind, arithmetic coding', () => {
    const frame = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xc0])))
    const [scan, frameBytes] = [
      jpeg.indexOf(Buffer.from([0xff, 0xda])),
      frame.subarray(0, 2 + frame.readUInt16BE(2)),
    ]
    for (const [why, file] of Object.entries({
      'two frames': withSegments(jpeg, frameBytes),
      'no scan': Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]),
      'a table longer than it says': withSegments(
        jpeg,
        segment(0xc4, Buffer.concat([Buffer.alloc(17, 255)])),
      ),
      'a quantiser cut short': withSegments(jpeg, segment(0xdb, Buffer.alloc(30))),
      'colours of print': withSegments(jpeg, segment(0xee, 'Adobe\0\0\0\0\0\0\x02')),
      'arithmetic coding': Buffer.from(jpeg).fill(
        0xc9,
        jpeg.indexOf(frameBytes) + 1,
        jpeg.indexOf(frameBytes) + 2,
      ),
      'an unknown segment': withSegments(jpeg, segment(0xf0, 'x')),
      'no height': resized(jpeg, 320, 0),
    }))
      expect(codeOf(file), why).toBe('picture-unreadable')
  })

  test('a PNG that inflates to more or less than it says, or whose sums are wrong', () => {
    const wrongSum = png()
    wrongSum[wrongSum.length - 20] = (wrongSum[wrongSum.length - 20] ?? 0) ^ 1
    for (const [why, file] of Object.entries({
      'a wrong sum': wrongSum,
      'an unknown critical chunk': png({ beside: [chunk('EVIL')] }),
    }))
      expect(codeOf(file), why).toBe('picture-unreadable')
    for (const [why, file] of Object.entries({
      'a bomb': png({ rows: Buffer.alloc(40_000_000) }),
      'too few rows': png({ rows: Buffer.alloc(640) }),
      'a filter that is none': png({ rows: Buffer.alloc(64 * 65, 9) }),
      'no rows': png({ rows: Buffer.alloc(0) }),
    }))
      expect(() => repackPng(taken(file).bytes), why).toThrow(Unreadable)
  })

  test('a WebP that moves, holds two pictures, or lies about its length', () => {
    const picture = lossy(webpFile)
    const long = Buffer.from(webpFile)
    long.writeUInt32LE(long.length, 4)
    for (const [why, file] of Object.entries({
      'a film': extended(['ANIM', Buffer.alloc(6)], ['ANMF', Buffer.alloc(16)]),
      'two pictures': webp(['VP8 ', picture], ['VP8 ', picture]),
      'none at all': webp(['VP8X', Buffer.alloc(10)], ['EXIF', Buffer.alloc(10)]),
      'a part beside it that nobody knows': extended(['EVIL', Buffer.from('x')]),
      'another length': long,
      'no key frame': webp(['VP8 ', Buffer.from(picture).fill((picture[0] ?? 0) | 1, 0, 1)]),
    }))
      expect(codeOf(file), why).toBe('picture-unreadable')
  })
})
