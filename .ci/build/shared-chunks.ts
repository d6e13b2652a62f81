type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Context = { getModuleInfo(id: string): ModuleInfo | null }

/** The modules whose imports a page loads before the user does anything. */
const PUBLIC = /\/client\/(main\.tsx$|pages\/)/
/** Screens whose shared modules go into one file each, because a user who opens one waits for all its files. */
const SCREENS = [
  ['asking-shared', /\/client\/question\/ask-wizard\.tsx$/],
  ['member-shared', /\/client\/dashboard\/dashboard-screen\.tsx$/],
] as const

/**
 * Names the chunk for a module shared by several parts; null leaves the choice to the bundler, which makes one file
 * for every set of parts. A slow network would then load seventy small files, each discovered in the one before.
 */
export function createSharedChunks() {
  const known = new Map<string, Set<string>>()
  /** Returns the ids of the parts that load a module statically; a part is an entry or a lazily imported module. */
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
    // A part itself stays a file of its own.
    if (!info || info.isEntry || info.dynamicImporters.length > 0) return []
    const parts = [...partsOf(id, context)]
    return parts.length < 2 ? [] : parts
  }
  const isPublic = (part: string) => PUBLIC.test(part)
  return {
    /**
     * Names the chunk of modules that public pages share. The bundler divides it as usual, but no other group may
     * take them.
     */
    ofPublic: (id: string, context: Context) => (sharers(id, context).some(isPublic) ? 'public' : null),
    /** Names the chunk of modules that lazy parts share. */
    ofLater(id: string, context: Context): string | null {
      const parts = sharers(id, context)
      if (parts.some(isPublic)) return null
      return SCREENS.find(([, screen]) => parts.some((part) => screen.test(part)))?.[0] ?? null
    },
  }
}
