import type { Plugin } from 'vite'

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g

/**
 * Puts the entry's styles into the page itself, so that the first paint waits for one reply. The server allows them by
 * their hash. The file stays for rendered pages, which carry what their first paint needs and fetch the whole after it.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'infield:inline-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      page.source = String(page.source).replace(stylesheet, (link, fileName: string) => {
        const styles = bundle[fileName]
        return styles?.type === 'asset'
          ? `<style data-href="/${fileName}">${String(styles.source)}</style>`
          : link
      })
    },
  }
}
