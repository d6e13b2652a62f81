import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { patched, patchesIn } from './patch.ts'

/* Loaded first by `--import`; applies the patches in the environment to every module that Node loads. */

const patches = patchesIn(process.env)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.startsWith('file:') || loaded.source === null || loaded.source === undefined) return loaded
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    const changed = patched(fileURLToPath(url), source, patches)
    return changed === null ? loaded : { ...loaded, source: changed }
  },
})
