import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../env.ts'
import { BLOB_AREAS } from '../media/storage.ts'
import { wayToStore } from '../media/store-mark.ts'

/** How the name of a folder of files begins on the command line. */
export const DISK = 'disk:'

/** Returns the folder that such a name means; with nothing after the colon it is DATA_DIR. */
export const folderOf = (name: string, dataDir?: string) =>
  path.resolve(name.slice(DISK.length) || dataDir || '.data')

/**
 * Throws for a target that cannot hold the files of this database: the built-in one lies in DATA_DIR, and servers that
 * were told of another DATA_DIR would find no database there.
 */
export function checkTarget(
  to: string,
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
): void {
  if (databaseUrl || !to.startsWith(DISK) || folderOf(to, dataDir) === dataDir) return
  throw new Error(
    `The built-in database lies in ${dataDir} too, and servers look for both in one DATA_DIR: stop the server and move the whole folder.`,
  )
}

/** Says how servers are told of the new store, and what of the old one may be removed and what not. */
export function whatIsLeft(from: string, to: string, beside: readonly string[]): string {
  const once = 'once you have checked the copy'
  if (beside.length === 0)
    return `${wayToStore(to)} What lies in ${from} is no longer needed; remove it ${once}.`
  const stays = to.startsWith(DISK)
    ? `What else lies in ${from} was not moved: ${beside.join(', ')}. Copy it to ${to} before you continue.`
    : `What else lies in ${from} stays there, and servers still need it: ${beside.join(', ')}.`
  return `${stays} ${wayToStore(to)} Only ${BLOB_AREAS.join(', ')} in ${from} are no longer needed; remove them ${once}.`
}

/** The names in a folder of files that a server finds elsewhere, or that a store has. */
const notBeside = ({ appSecret, vapid, assetsDir }: Found, dir: string) => [
  ...BLOB_AREAS,
  'infield-store.json',
  ...(appSecret ? ['secret'] : []),
  ...(vapid ? ['vapid.json'] : []),
  ...(assetsDir === path.join(dir, 'assets') ? [] : ['assets']),
]
type Found = Pick<Env, 'appSecret' | 'vapid' | 'assetsDir'>

/** Returns what else servers find in a folder of files, by name; nothing for a bucket. */
export async function findBeside(name: string, env: Found): Promise<string[]> {
  if (!name.startsWith(DISK)) return []
  const dir = folderOf(name)
  const left = notBeside(env, dir)
  return (await readdir(dir)).filter((each) => !left.includes(each)).toSorted()
}
