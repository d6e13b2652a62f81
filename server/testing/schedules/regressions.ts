import type { Script } from '../grounds/ground.ts'

/** Schedules that once broke a promise, kept step by step: a seed draws another one when the drawing changes. */
export const REGRESSIONS: { name: string; script: Script }[] = []
