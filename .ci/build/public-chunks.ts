import type { Plugin, Rolldown } from 'vite'

/** The modules of public pages and of the app's router. The service worker caches their files in advance. */
const publicModules = /\/client\/(pages|app\/router)\/|\/client\/athlete\/roster\.ts$/
const publicFonts = /-latin-[a-z]+-normal-[^/]+\.woff2$/
/** The icons and chalk lines, which every screen uses. */
const sprites = /^assets\/[^/]+\.svg$/
/** A script that the server puts into its pages (`server/site/page.ts`), so that no browser requests the file. */
const inPages = /^assets\/early-ask-[^/]+\.js$/

/**
 * The modules of each part of the app that a device keeps besides, by the kind of user: the part's screens, with
 * everything they may load while open. `client/pwa/offline.ts` decides which user gets which part.
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

/** The modules that run before the installed app's first screen responds, besides its entry. */
const startModules = [
  'dashboard/dashboard-screen.tsx',
  'app/router/member-guards.tsx',
  'app/router/start-behind.ts',
  'ui/whole-screen.ts',
]

export type PublicChunks = {
  plugin: Plugin
  /**
   * Returns whether a file of the build belongs to the shell or a public screen. Known once the bundle is
   * generated.
   */
  isPublic(file: string): boolean
  /** Returns the parts that a non-public file belongs to. */
  partsOf(file: string): string[]
  /** Returns whether a script runs before the installed app's first screen responds. */
  isOfStart(file: string): boolean
}

/** Writes `shell.html`, the empty page, beside the template, and decides which files are kept on which devices. */
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

/** Returns the files that the start modules import statically, without the entry, which is fetched anyway. */
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

/** Returns the file of each module. */
function homesOf(bundle: Rolldown.OutputBundle): Map<string, string> {
  return new Map(
    Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? chunk.moduleIds.map((id) => [id, chunk.fileName] as const) : [],
    ),
  )
}

/**
 * Returns the files that an entry or a public screen imports statically, with its styles, Latin fonts and drawings.
 */
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
 * Returns the files of everything that modules import, statically or lazily, without public files. Follows modules
 * instead of files, because one file may contain parts of several screens, and the lazy imports of another screen
 * are not wanted.
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
    // A worker's script is an asset that only the code names.
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
