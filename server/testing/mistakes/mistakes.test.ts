import { expect, test } from 'vitest'
import { checkPatches } from '../../../.ci/patches/patch.ts'
import { MISTAKE_NAMES, patchesOf } from './mistakes.ts'

test.each(MISTAKE_NAMES)('%s still fits the product as it is today', (mistake) => {
  expect(() => checkPatches(patchesOf(mistake))).not.toThrow()
})
