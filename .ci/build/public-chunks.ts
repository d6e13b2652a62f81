import type { Plugin, Rolldown } from 'vite'

/** What anybody may open, and what the app starts behind it: kept by the service worker before it is asked for. */
const publicModules = /\/client\/(pages|app\/router)\/|\/client\/athlete\/roster\.ts$/
const publicFonts = /-latin-[a-z]+-normal-[^/]+\.woff2$/
/** The icons and the chalk lines: every screen draws from them. */
const sprites = /^assets\/[^/]+\.svg$/
/** Stands in pages of the server (`server/site/page.ts`); nobody asks for the file. */
const inPages = /^assets\/early-ask-[^/]+\.js$/

/**
 * What is kept beside that, by who uses the device: the screens of a part, with everything they may load while they
 * are open. `client/pwa/offline.ts` says who is given which part.
 */
const partModules: Record<string, readonly string[]> = {
  asking: [
    'question/ask-wizard.tsx',
    'question/my-questions.tsx',
    'question/unsent/unsent-prompt.tsx',
    'question/request/ask-request.tsx',
    'pages/request/find-athletes.ts',
    'question/view-screen.tsx',
    'account/unsent-line.tsx',
    'store/sending/sync-runner.ts',
    'inquiry/send-form.ts',
    'inquiry/suggestion-box.tsx',
    'text/country-options.ts',
  ],
  dashboard: [
    'dashboard/dashboard-screen.tsx',
    'account/sign-out-dialog.tsx',
    'account/unsent-line.tsx',
    'store/account/account-data.ts',
    'store/account/sign-out.ts',
    'store/sending/sync-runner.ts',
    'pwa/push-subscribe.ts',
  ],
  studio: ['answer/studio-screen.tsx'],
  desk: ['desk/desk-screen.tsx'],
}

/** What the installed app has run by the time its first screen answers, besides its entry. */
const startModules = [
  'dashboard/dashboard-screen.tsx',
  'app/router/member-guards.tsx',
  'app/router/start-behind.ts',
  'ui/whole-screen.ts',
]

export type PublicChunks = {
  plugin: Plugin
  /** Is this file of the build part of the shell or of a public screen? Known once the bundle is made. */
  isPublic(file: string): boolean
  /** The parts a file belongs to that is not public. */
  partsOf(file: string): string[]
  /** Is this script run before the installed app's first screen answers? */
  isOfStart(file: string): boolean
}

/** Writes `shell.html`, the empty page, beside the template, and tells which files are kept on which devices. */
export function publicChunks(): PublicChunks {
  const files = new Set<string>()
  const parts = new Map<string, Set<string>>()
  let start = new Set<string>()
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
      const getImports = (id: string) => this.getModuleInfo(id)
      for (const [part, modules] of Object.entries(partModules)) {
        parts.set(part, findPartFiles({ bundle, getImports }, modules, files))
      }
      start = findStartFiles(bundle)
    },
  }
  const partsOf = (file: string) => [...parts].flatMap(([part, its]) => (its.has(file) ? [part] : []))
  const isOfStart = (file: string) => start.has(file)
  return { plugin, isPublic: (file) => files.has(file), partsOf, isOfStart }
}

/** What the modules of the start import statically; the entry and what comes with it is fetched anyway. */
function findStartFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(fileName)) return
    files.add(fileName)
    for (const imported of chunk.imports) add(imported)
  }
  const homes = homesOf(bundle)
  for (const module of startModules) add(homes.get(idOf(homes, module)) ?? '')
  return files
}

/** Which file holds a module. */
function homesOf(bundle: Rolldown.OutputBundle): Map<string, string> {
  return new Map(
    Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? chunk.moduleIds.map((id) => [id, chunk.fileName] as const) : [],
    ),
  )
}

/** What an entry or a public screen imports statically, with its styles, its Latin fonts and the drawings. */
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
    if (inPages.test(chunk.fileName)) continue
    if (chunk.type === 'asset' && (publicFonts.test(chunk.fileName) || sprites.test(chunk.fileName))) {
      files.add(chunk.fileName)
    }
    if (chunk.type === 'chunk' && (chunk.isEntry || publicModules.test(chunk.facadeModuleId ?? ''))) {
      add(chunk.fileName)
    }
  }
  return files
}

type Imports = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Bundled = { bundle: Rolldown.OutputBundle; getImports: (id: string) => Imports | null }

/**
 * The files of everything that modules import, at once or later, without what is public anyway. Modules are followed
 * and not files: one file may hold parts of several screens, and what only another one of them loads later is not wanted.
 */
function findPartFiles(
  { bundle, getImports }: Bundled,
  modules: readonly string[],
  known: ReadonlySet<string>,
): Set<string> {
  const homes = homesOf(bundle)
  const files = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = bundle[fileName]
    if (!chunk || files.has(fileName)) return
    files.add(fileName)
    if (chunk.type !== 'chunk') return
    for (const style of chunk.viteMetadata?.importedCss ?? []) add(style)
    // a worker's script is an asset, named in the code and nowhere else
    const named = Object.entries(bundle).flatMap(([other, { type }]) =>
      type === 'asset' && isScript(other) && chunk.code.includes(base(other)) ? [other] : [],
    )
    for (const imported of [...chunk.imports, ...named]) add(imported)
  }
  for (const id of reachedFrom(
    modules.map((module) => idOf(homes, module)),
    getImports,
  )) {
    const home = homes.get(id)
    if (home) add(home)
  }
  return new Set([...files].filter((file) => !known.has(file)))
}

function reachedFrom(ids: string[], getImports: Bundled['getImports']): Set<string> {
  const seen = new Set<string>()
  const left = [...ids]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const imports = getImports(id)
    if (imports) left.push(...imports.importedIds, ...imports.dynamicallyImportedIds)
  }
  return seen
}

function idOf(homes: ReadonlyMap<string, string>, module: string): string {
  const id = [...homes.keys()].find((each) => each.endsWith(`/client/${module}`))
  if (!id) throw new Error(`no chunk of the build holds client/${module}, which devices are to keep`)
  return id
}

const isScript = (fileName: string) => fileName.endsWith('.js')
const base = (fileName: string) => fileName.slice(fileName.lastIndexOf('/') + 1)
