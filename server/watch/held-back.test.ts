import { expect, test } from 'vitest'
import { createHeldBack } from './held-back.ts'

test('what is held back is told from the first snapshot in which something newer had ended', () => {
  const heldBack = createHeldBack()
  const seen = (atS: number, xmin: number, xmax: number) =>
    heldBack({ atS, xmin: `${xmin}`, xmax: `${xmax}` })
  // nothing is written for an hour
  expect([seen(0, 7, 7), seen(3_600, 7, 7)]).toEqual([0, 0])
  // 7 has begun, and 8 has ended since
  expect([seen(3_615, 7, 9), seen(3_630, 7, 20)]).toEqual([15, 30])
  // 7 has ended, and 20 is open
  expect([seen(3_645, 20, 31), seen(3_660, 20, 40), seen(3_675, 41, 41)]).toEqual([0, 15, 0])
})
