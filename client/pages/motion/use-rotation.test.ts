import { expect, test } from 'vitest'
import { wrap } from './use-rotation.ts'

test('after the last comes the first, and before the first the last', () => {
  expect([wrap(7, 7), wrap(-1, 7), wrap(3, 7), wrap(-15, 7)]).toEqual([0, 6, 3, 6])
})
