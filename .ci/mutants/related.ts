import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../steps.ts'

const IMPORTED =
  /\b(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)|new URL\('(\.[^']+\.ts)'/g
const TEST = /\.test\.tsx?$/

export type Imports = {
  /** Returns the tests that load a file, those most likely to notice a change first. */
  testsOf(file: string): string[]
}

/** Reads which file imports which. File names are relative to the project's root. */
export function readImports(files: readonly string[]): Imports {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return { testsOf: (file) => ranked(distances(file, importers)) }
}

function importsOf(file: string): string[] {
  const absolute = path.join(root, file)
  const source = existsSync(absolute) ? readFileSync(absolute, 'utf8') : ''
  const found = [...source.matchAll(IMPORTED)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return found.map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
}

/** Returns the number of imports between a file and each file that loads it. */
function distances(file: string, importers: Map<string, string[]>): Map<string, number> {
  const far = new Map([[file, 0]])
  for (const [at, distance] of far)
    for (const importer of importers.get(at) ?? []) if (!far.has(importer)) far.set(importer, distance + 1)
  return far
}

/**
 * Sorts tests by their distance. A test in the same folder comes first, because it most likely tests that file,
 * however many imports lie between.
 */
function ranked(far: Map<string, number>): string[] {
  const besides = new Map<string, number>()
  for (const [file, distance] of far) {
    if (TEST.test(file)) continue
    const folder = path.posix.dirname(file)
    besides.set(folder, Math.min(distance, besides.get(folder) ?? Number.POSITIVE_INFINITY))
  }
  const rank = (test: string) => {
    const beside = (besides.get(path.posix.dirname(test)) ?? Number.POSITIVE_INFINITY) + 0.5
    // Of two equally near tests, run the one without a database first, because it is faster.
    return Math.min(far.get(test) ?? 0, beside) + (test.includes('.pg.') ? 0.25 : 0)
  }
  return [...far.keys()].filter((file) => TEST.test(file)).sort((a, b) => rank(a) - rank(b))
}
