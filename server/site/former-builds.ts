import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isRefusedPath, readOne, type StaticFile } from './static.ts'

/** For how many builds the hashed files are kept, so that a page opened under an old build still finds its parts. */
export const KEPT_BUILDS = 10
const LISTS = 'builds'
const INCOMING = 'incoming'

/**
 * Stores the hashed files of a build (`dist/client/assets`) next to those of earlier builds, and removes files that
 * no recent build needs. Servers of two builds may do this at the same time in one folder. Each file appears
 * complete or not at all.
 */
export async function keepBuild(built: string, dir: string): Promise<void> {
  const names = (await readdir(built, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !isRefusedPath(entry.name))
    .map(({ name }) => name)
    .sort()
  for (const folder of [LISTS, INCOMING]) await mkdir(path.join(dir, folder), { recursive: true })
  // write the list first, so that a server that removes files meanwhile sees that these are needed
  await noteBuild(dir, names)
  for (const name of names) await keepFile(path.join(built, name), path.join(dir, name))
  await dropOld(dir)
}

/** Returns a file of another build than this server's, earlier or newer; null when there is none. */
export async function readFormer(dir: string, name: string): Promise<StaticFile | null> {
  if (isRefusedPath(name)) return null
  const beside = [`${name}.br`, `${name}.gz`]
  const found = await Promise.all(beside.map((each) => exists(path.join(dir, each))))
  return readOne(dir, name, new Set(beside.filter((_, index) => found[index]))).catch(() => null)
}

async function noteBuild(dir: string, names: string[]): Promise<void> {
  const text = JSON.stringify(names)
  const list = path.join(dir, LISTS, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`)
  await putWhole(dir, list, (written) => writeFile(written, text))
}

async function keepFile(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  await putWhole(path.dirname(to), to, (written) => copyFile(from, written, constants.COPYFILE_FICLONE))
}

async function putWhole(dir: string, to: string, write: (file: string) => Promise<void>): Promise<void> {
  const written = path.join(dir, INCOMING, randomUUID())
  try {
    await write(written)
    await rename(written, to)
  } finally {
    await rm(written, { force: true })
  }
}

/**
 * Removes old files. The files are listed before the builds, so that a file without a build cannot belong to a
 * server that is just storing its own.
 */
async function dropOld(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const lists = await Promise.all(
    (await readdir(path.join(dir, LISTS))).map(async (name) => {
      const file = path.join(dir, LISTS, name)
      return { file, at: (await stat(file)).mtimeMs }
    }),
  )
  lists.sort((a, b) => b.at - a.at)
  const kept = new Set<string>()
  for (const { file } of lists.slice(0, KEPT_BUILDS))
    for (const name of JSON.parse(await readFile(file, 'utf8')) as string[]) kept.add(name)
  for (const { file } of lists.slice(KEPT_BUILDS)) await rm(file, { force: true })
  for (const name of files) if (!kept.has(name)) await rm(path.join(dir, name), { force: true })
}

const exists = async (file: string) => (await stat(file).catch(() => null))?.isFile() ?? false
