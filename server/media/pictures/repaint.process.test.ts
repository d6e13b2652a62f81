import { describe, expect, test } from 'vitest'
import { PICTURE_LIMITS } from '../../../sync/media/picture.ts'
import { exif, png, portrait, withSegments } from '../../testing/media/pictures.ts'
import { repaintPicture } from './repaint.ts'

const painted = async (file: Buffer) => {
  const result = await repaintPicture(file, 'profile')
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}
const codeOf = async (file: Buffer) => {
  const result = await repaintPicture(file, 'profile')
  return result.ok ? 'taken' : result.refusal.code
}

/** Hides words in the compressed pixels, in a container that looks valid. */
function withWordsInside(jpeg: Buffer, words: string): Buffer {
  const copy = Buffer.from(jpeg)
  copy.write(words, copy.length - 2 - words.length, 'latin1')
  return copy
}

describe('S2-5.11 S2-5.12 a picture is painted anew by the server', () => {
  test('from a JPEG and from a WebP comes a JPEG of our own, of the same size', async () => {
    for (const name of ['portrait.jpg', 'portrait.webp'] as const) {
      const file = portrait(name)
      const picture = await painted(file)
      expect(picture).toMatchObject({ type: 'image/jpeg', width: 320, height: 320 })
      expect(picture.bytes.equals(file), 'other bytes than were sent').toBe(false)
      expect(picture.bytes.length).toBeLessThan(PICTURE_LIMITS.bytes)
      // the repainted picture is valid again
      expect(await painted(picture.bytes)).toMatchObject({ width: 320, height: 320 })
    }
  })

  test('nothing of what was beside or inside its pixels comes along', async () => {
    const told = withSegments(portrait(), exif(6, 'GPS 59.91 N 10.75 E'))
    expect((await painted(told)).bytes.includes('GPS')).toBe(false)
    const words = '<script>alert(1)</script>'
    const hidden = withWordsInside(portrait(), words)
    const result = await repaintPicture(hidden, 'profile')
    expect(result.ok && result.value.bytes.includes(words), 'a second meaning of the same bytes').toBe(false)
  })

  test('pixels that end too early are no picture, whatever stands at their end', async () => {
    const whole = portrait()
    const cut = Buffer.concat([whole.subarray(0, 3_000), Buffer.from([0xff, 0xd9])])
    expect(await codeOf(cut)).toBe('picture-unreadable')
    const webp = portrait('portrait.webp')
    const scrambled = Buffer.from(webp)
    scrambled.fill(0xff, 60, 200)
    expect(['picture-unreadable', 'taken']).toContain(await codeOf(scrambled))
  })

  test('many at once are painted one after the other, and each is answered', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, n) => codeOf(n === 1 ? Buffer.alloc(90) : portrait())),
    )
    expect(all).toEqual(['taken', 'picture-type', 'taken', 'taken'])
  })

  test('a PNG stays one, without anything behind its pixels', async () => {
    const words = 'GPS 59.91 N 10.75 E'
    const picture = await painted(png({ after: Buffer.from(words) }))
    expect(picture).toMatchObject({ type: 'image/png', width: 64 })
    expect(picture.bytes.includes(words)).toBe(false)
    expect(await codeOf(png({ rows: Buffer.alloc(640) }))).toBe('picture-unreadable')
  })

  test('a PNG that deflates badly holds up no timer', async () => {
    const size = PICTURE_LIMITS.profilePx
    const rows = Buffer.alloc(size * (size + 1))
    for (let at = 0; at < rows.length; at += 1) rows[at] = at % (size + 1) ? (at * at) >> 3 : 0
    let isOver = false
    const painting = codeOf(png({ size, rows })).finally(() => {
      isOver = true
    })
    await new Promise(setImmediate)
    expect(isOver, 'the pixels are read before any timer runs').toBe(false)
    expect(await painting).toBe('taken')
  })
})
