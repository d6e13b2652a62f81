import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A change to one source file while it is loaded; the file itself stays as it is. `file` is named from the project's
 * root. `find` must stand in it exactly once, or at the character `at` where that is told.
 */
export type Patch = { file: string; find: string; replace: string; at?: number }

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Holds the patches of a process, as JSON. */
const VARIABLE = 'INFIELD_PATCHES'

/** What a process's environment needs, beside the flags of `patchFlags`, for these patches to be applied in it. */
export function patchVariables(patches: readonly Patch[]): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(patches) }
}

/** The flags with which Node applies the patches that this environment holds; none where it holds none. */
export function patchFlags(env: NodeJS.ProcessEnv): string[] {
  const loader = pathToFileURL(path.join(import.meta.dirname, 'loader.ts')).href
  return env[VARIABLE] ? ['--import', loader] : []
}

/** The patches that an environment holds. */
export function patchesIn(env: NodeJS.ProcessEnv): Patch[] {
  return JSON.parse(env[VARIABLE] || '[]') as Patch[]
}

/**
 * The source of a file with its patches applied; null when none is for this file. Throws a sentence when a patch does
 * not fit the source, so that one that has gone stale is never taken for one that changes nothing.
 */
export function patched(absolute: string, source: string, patches: readonly Patch[]): string | null {
  const file = path.relative(ROOT, absolute).replaceAll(path.sep, '/')
  const mine = patches.filter((patch) => patch.file === file)
  if (mine.length === 0) return null
  return mine.reduce(applied, source)
}

/** Throws a sentence unless every patch fits its file as it is today. */
export function checkPatches(patches: readonly Patch[]): void {
  for (const file of new Set(patches.map((patch) => patch.file))) {
    const absolute = path.join(ROOT, file)
    patched(absolute, readFileSync(absolute, 'utf8'), patches)
  }
}

function applied(source: string, { file, find, replace, at }: Patch): string {
  if (find === '') throw new Error(`A patch of ${file} looks for nothing.`)
  if (at !== undefined) {
    if (!source.startsWith(find, at)) throw new Error(`${file} has no "${find}" at character ${at}.`)
    return source.slice(0, at) + replace + source.slice(at + find.length)
  }
  const [before = '', after, ...more] = source.split(find)
  if (after === undefined) throw new Error(`${file} has no "${find}" any more; write the patch anew.`)
  if (more.length > 0)
    throw new Error(`${file} has "${find}" ${more.length + 1} times; the patch must fit once.`)
  return before + replace + after
}
