/** One import: its source, its target, and whether it imports only types. */
export type Import = { from: string; to: string; isType: boolean }

/** Files that name the types of what is assembled above them. Their type imports do not count as dependencies. */
const NAMES_TYPES = new Set(['server/context.ts', 'server/http/app-env.ts'])

const isTestCode = (path: string) =>
  /\.(test|spec)\.tsx?$/.test(path) || /^(client|server)\/testing\//.test(path)

/**
 * Returns the room of a file: the folder directly below a side, or the file itself where it lies beside those
 * folders.
 */
const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')

const isRoomOfSide = (path: string) => /^(client|server|sync)\//.test(path)

/**
 * Finds folders that import each other in a circle. Static, lazy and type imports count; tests do not. Returns for
 * each circle its folders and one import for each dependency between them.
 */
export function findFolderCycles(imports: Import[]): { folders: string[]; arrows: Import[] }[] {
  const arrows = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const { from, to, isType } = each
    if (!isRoomOfSide(from) || !isRoomOfSide(to) || isTestCode(from) || isTestCode(to)) continue
    if (roomOf(from) === roomOf(to) || (isType && NAMES_TYPES.has(from))) continue
    const known = arrows.get(roomOf(from)) ?? new Map<string, Import>()
    arrows.set(roomOf(from), known.set(roomOf(to), known.get(roomOf(to)) ?? each))
  }
  const reached = new Map([...arrows.keys()].map((room) => [room, reachedFrom(arrows, room)]))
  const circles = new Map<string, string[]>()
  for (const [room, rooms] of reached) {
    if (!rooms.has(room)) continue
    const circle = [...rooms].filter((other) => reached.get(other)?.has(room)).sort()
    // Skip circles of files beside each other, because another rule checks those.
    if (circle.some((name) => !/\.\w+$/.test(name))) circles.set(circle.join(' '), circle)
  }
  return [...circles.values()].map((folders) => ({
    folders,
    arrows: folders.flatMap((folder) =>
      [...(arrows.get(folder) ?? [])].filter(([to]) => folders.includes(to)).map(([, each]) => each),
    ),
  }))
}

function reachedFrom(arrows: Map<string, Map<string, Import>>, start: string): Set<string> {
  const seen = new Set<string>()
  const left = [start]
  for (let room = left.pop(); room !== undefined; room = left.pop()) {
    for (const next of arrows.get(room)?.keys() ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      left.push(next)
    }
  }
  return seen
}
