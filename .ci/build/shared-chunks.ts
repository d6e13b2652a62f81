type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/** What a page loads before anybody touches it starts here. */
const PUBLIC = /\/client\/(main\.tsx$|pages\/)/
/** Whoever opens the first of these waits for every file of it, so what it shares with others is one file. */
const SCREENS = [
  ['asking-shared', /\/client\/question\/ask-wizard\.tsx$/],
  ['member-shared', /\/client\/dashboard\/dashboard-screen\.tsx$/],
] as const

/**
 * Names the chunk that a module shared by several parts goes into; null leaves it to the bundler, which makes a file of
 * every set of parts. A slow line would wait for seventy small files then, each found in the one before it.
 */
export function createSharedChunks() {
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
      if (info.isEntry || info.dynamicImporters.length > 0) parts.add(each)
      left.push(...info.importers)
    }
    known.set(id, parts)
    return parts
  }
  const sharers = (id: string, context: Context): string[] => {
    const info = context.getModuleInfo(id)
    // a part itself stays a file of its own
    if (!info || info.isEntry || info.dynamicImporters.length > 0) return []
    const parts = [...partsOf(id, context)]
    return parts.length < 2 ? [] : parts
  }
  const isPublic = (part: string) => PUBLIC.test(part)
  return {
    /** Names what public pages share, which the bundler divides as it would by itself: no other group may take it. */
    ofPublic: (id: string, context: Context) => (sharers(id, context).some(isPublic) ? 'public' : null),
    /** Names the chunk of what later parts share. */
    ofLater(id: string, context: Context): string | null {
      const parts = sharers(id, context)
      if (parts.some(isPublic)) return null
      return SCREENS.find(([, screen]) => parts.some((part) => screen.test(part)))?.[0] ?? null
    },
  }
}
