import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Makes a lazy import load only its module. Every page already has all styles, and Vite's own helper would fetch
 * them again with the first lazy part.
 */
export function plainImports(): Plugin {
  return {
    name: 'infield:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
