import type { Patch } from '../../../.ci/patches/patch.ts'
import { OF_LIFE } from './life.ts'
import { OF_MONEY } from './money.ts'
import { OF_SYNCING } from './syncing.ts'
import { OF_TELLING } from './telling.ts'

/**
 * Mistakes that the fault schedules must find. Each is planted alone and changes a few lines of the product while a
 * process loads them, which proves that the checkers notice a broken promise.
 */
export const MISTAKES = { ...OF_MONEY, ...OF_LIFE, ...OF_TELLING, ...OF_SYNCING } as const
export type Mistake = keyof typeof MISTAKES

export const MISTAKE_NAMES = Object.keys(MISTAKES) as Mistake[]

/** Returns the changes that a mistake makes. */
export const patchesOf = (mistake: Mistake): readonly Patch[] => MISTAKES[mistake]
