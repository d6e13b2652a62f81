import type { Plugin } from 'vite'
import { patched, patchesIn } from './patch.ts'

/** Applies the patches in this process's environment to each module when Vite reads it. */
export function applyPatches(): Plugin {
  return {
    name: 'patches',
    enforce: 'pre',
    transform(code, id) {
      const changed = patched(id.split('?')[0] ?? id, code, patchesIn(process.env))
      return changed === null ? null : { code: changed, map: null }
    },
  }
}
