import type { Patch } from '../../../.ci/patches/patch.ts'

/** Mistakes by name, each with the changes it makes to the product as that is loaded. */
export type Mistakes = Record<string, readonly Patch[]>
