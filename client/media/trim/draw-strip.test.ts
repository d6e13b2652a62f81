import { expect, test } from 'vitest'
import { cropOf } from './draw-strip.ts'

test('a picture in a strip is the middle of the film, whichever way up it is', () => {
  expect(cropOf({ videoWidth: 1_920, videoHeight: 1_080 }, 1)).toEqual([420, 0, 1_080, 1_080])
  expect(cropOf({ videoWidth: 1_080, videoHeight: 1_920 }, 1.25)).toEqual([0, 528, 1_080, 864])
})
