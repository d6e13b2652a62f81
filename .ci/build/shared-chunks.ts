type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/** What a page loads before anybody touches it starts here; `public-chunks.ts` keeps the same for offline. */
const PUBLIC = /\/client\/(main\.tsx|pages\/|app\/|athlete\/roster\.ts)/
/** Whoever opens the first of these waits for every file of it, so what it shares with others is one file. */
const SCREENS = [
  ['asking-shared', /\/client\/question\/ask-wizard\.tsx$/],
  ['member-shared', /\/client\/dashboard\/dashboard-screen\.tsx$/],
] as const

/**
 * The chunk a module shared by several later parts goes into; null leaves it to the bundler, which makes a file of
 * every set of parts: a slow line then waits for seventy small files, each found in the one before it.
 */
export function createSharedChunks(): (id: string, context: Context) => string | null {
  const known = new Map<string, Set<string>>()
  /** The parts that load a module at once: those that are loaded later themselves, by their ids. */
  const partsOf = (id: string, context: Context): Set<string> => {
    const parts = new Set<string>()
    const seen = new Set<string>()
    const left = [id]
    for (let each = left.pop(); each !== undefined; each = left.pop()) {
      if (seen.has(each)) continue
      seen.add(each)
      for (const part of known.get(each) ?? []) parts.add(part)
      if (known.has(each)) continue
      const info = context.getModuleInfo(each)
      if (!info) continue
      if (info.isEntry || info.dynamicImporters.length > 0 || PUBLIC.test(each)) parts.add(each)
      left.push(...info.importers)
    }
    known.set(id, parts)
    return parts
  }
  return (id, context) => {
    const info = context.getModuleInfo(id)
    // a part itself stays a file of its own
    if (!info || info.isEntry || info.dynamicImporters.length > 0) return null
    const parts = [...partsOf(id, context)]
    if (parts.length < 2 || parts.some((part) => PUBLIC.test(part))) return null
    return SCREENS.find(([, screen]) => parts.some((part) => screen.test(part)))?.[0] ?? null
  }
}
