import { describe, expect, test } from 'vitest'
import { checkPictureSize } from '../../../sync/media/picture.ts'
import { cropFor, startPosition } from './crop.ts'

describe('S2-5.11 S2-5.12 what is taken of a picture', () => {
  test('whatever is chosen, the server takes what comes of it', () => {
    const sides = [32, 57, 100, 319, 640, 641, 899, 900, 1_601, 3_024, 4_032, 12_000]
    for (const width of sides)
      for (const height of sides)
        for (const place of ['profile', 'cover2'] as const) {
          const crop = cropFor(place, { width, height })
          if (!crop) continue
          const { x, y, toWidth, toHeight } = crop
          expect(checkPictureSize(place, { width: toWidth, height: toHeight }).ok, `${width} ${height}`).toBe(
            true,
          )
          expect(x >= 0 && y >= 0 && x + crop.width <= width + 0.01 && y + crop.height <= height + 0.01).toBe(
            true,
          )
          expect(toWidth <= crop.width, 'nothing is made larger').toBe(true)
        }
  })

  test('a tall picture is cut above its middle, a wide one in its middle, a square one not at all', () => {
    expect(cropFor('profile', { width: 1_000, height: 2_000 })).toMatchObject({ x: 0, y: 300, width: 1_000 })
    expect(cropFor('profile', { width: 2_000, height: 1_000 })).toMatchObject({ x: 500, y: 0, width: 1_000 })
    expect(cropFor('profile', { width: 2_000, height: 1_000 }, 1)).toMatchObject({ x: 1_000, toWidth: 640 })
    expect(startPosition('profile', { width: 1_000, height: 2_000 })).toBeCloseTo(0.3)
    expect(startPosition('profile', { width: 500, height: 500 })).toBeNull()
    expect(startPosition('cover1', { width: 1_600, height: 1_200 })).toBeCloseTo(0.3)
  })

  test('too small a picture is none', () => {
    expect(cropFor('profile', { width: 31, height: 900 })).toBeNull()
    expect(cropFor('cover1', { width: 50, height: 50 })).toBeNull()
  })
})
