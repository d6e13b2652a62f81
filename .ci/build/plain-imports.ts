import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * A part that is loaded later is loaded and nothing else: every page carries all styles already, and Vite's own helper
 * would fetch them once more beside the first part.
 */
export function plainImports(): Plugin {
  return {
    name: 'infield:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
