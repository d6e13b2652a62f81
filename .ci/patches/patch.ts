import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A change to one source file while it is loaded; the file on disk stays as it is. `file` is relative to the
 * project's root. `find` must occur exactly once, or at the character `at` if given.
 */
export type Patch = { file: string; find: string; replace: string; at?: number }

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The environment variable that holds a process's patches, as JSON. */
const VARIABLE = 'INFIELD_PATCHES'

/** Returns the environment variables for these patches. The process also needs the flags of `patchFlags`. */
export function patchVariables(patches: readonly Patch[]): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(patches) }
}

/** Returns the flags that make Node apply the patches in this environment; none where it holds none. */
export function patchFlags(env: NodeJS.ProcessEnv): string[] {
  const loader = pathToFileURL(path.join(import.meta.dirname, 'loader.ts')).href
  return env[VARIABLE] ? ['--import', loader] : []
}

/** Returns the patches in an environment. */
export function patchesIn(env: NodeJS.ProcessEnv): Patch[] {
  return JSON.parse(env[VARIABLE] || '[]') as Patch[]
}

/**
 * Returns the source of a file with its patches applied; null when none is for this file. Throws when a patch does
 * not fit the source, so that an outdated patch is never taken for one that changes nothing.
 */
export function patched(absolute: string, source: string, patches: readonly Patch[]): string | null {
  const file = path.relative(ROOT, absolute).replaceAll(path.sep, '/')
  const mine = patches.filter((patch) => patch.file === file)
  if (mine.length === 0) return null
  return mine.reduce(applied, source)
}

/** Throws unless every patch fits its file as it is today. */
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
  if (after === undefined) throw new Error(`${file} no longer has "${find}"; write the patch anew.`)
  if (more.length > 0)
    throw new Error(`${file} has "${find}" ${more.length + 1} times; the patch must fit once.`)
  return before + replace + after
}
