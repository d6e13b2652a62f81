import type { Patch } from '../../../.ci/patches/patch.ts'

/** Mistakes by their names, each as what it changes in the product while it is loaded. */
export type Mistakes = Record<string, readonly Patch[]>
