import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const sides = ['sync', 'server', 'client', 'e2e', '.ci']

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Returns the project's TypeScript files under a folder (the working directory), as paths with forward slashes. */
export function listSources(base: string = process.cwd()): string[] {
  return sides.flatMap((side) => listSide(base, side)).filter((path) => /\.(tsx?|cjs)$/.test(path))
}

function listSide(base: string, side: string): string[] {
  try {
    return readdirSync(join(base, side), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !/(^|\/)(node_modules|test-results|playwright-report)\//.test(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
