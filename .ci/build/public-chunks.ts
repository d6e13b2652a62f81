import type { Plugin, Rolldown } from 'vite'

/** Screens that anybody may open: their chunks are kept by the service worker before they are asked for. */
const publicScreens = /\/client\/pages\//
const publicFonts = /-latin-[a-z]+-normal-[^/]+\.woff2$/

export type PublicChunks = {
  plugin: Plugin
  /** Is this file of the build part of the shell or of a public screen? Known once the bundle is made. */
  isPublic(file: string): boolean
}

/** Writes `shell.html`, the empty page, beside the template, and tells which files the shell and the public screens need. */
export function publicChunks(): PublicChunks {
  const files = new Set<string>()
  const plugin: Plugin = {
    name: 'infield:public-chunks',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const template = bundle['index.html']
      if (template?.type === 'asset') {
        this.emitFile({ type: 'asset', fileName: 'shell.html', source: template.source })
        files.add('shell.html')
      }
      for (const file of findPublicFiles(bundle)) files.add(file)
    },
  }
  return { plugin, isPublic: (file) => files.has(file) }
}

/** What an entry or a public screen imports statically, with its styles and its Latin fonts. */
function findPublicFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || files.has(fileName)) return
    files.add(fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of chunk.imports) add(imported)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'asset' && publicFonts.test(chunk.fileName)) files.add(chunk.fileName)
    if (chunk.type === 'chunk' && (chunk.isEntry || publicScreens.test(chunk.facadeModuleId ?? ''))) {
      add(chunk.fileName)
    }
  }
  return files
}
