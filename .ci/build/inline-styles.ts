import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g
const drawnIcon = /(?<=<link rel="icon" href=")\/([^"]+\.svg)(?=")/g

/**
 * Puts the entry's styles and icon into the page itself, so that the first paint needs only one response. The
 * server allows the styles by their hash. The stylesheet remains for server-rendered pages, which contain the
 * styles of their first paint and fetch the whole file after it.
 */
export function inlineStyles(): Plugin {
  let publicDir = ''
  return {
    name: 'infield:inline-styles',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const html = String(page.source).replace(stylesheet, (link, fileName: string) => {
        const styles = bundle[fileName]
        return styles?.type === 'asset'
          ? `<style data-href="/${fileName}">${String(styles.source)}</style>`
          : link
      })
      const icons = [...html.matchAll(drawnIcon)].map(async ([address, fileName = '']) => {
        return [address, dataAddress(await readFile(join(publicDir, fileName), 'utf8'))] as const
      })
      const drawn = new Map(await Promise.all(icons))
      page.source = html.replace(drawnIcon, (address) => drawn.get(address) ?? address)
    },
  }
}

function dataAddress(svg: string): string {
  const signs: Record<string, string> = { '"': "'", '#': '%23', '<': '%3C', '>': '%3E' }
  return `data:image/svg+xml,${svg.trim().replace(/["#<>]/g, (sign) => signs[sign] ?? sign)}`
}
