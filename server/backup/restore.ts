import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clusterIn } from '../db/embedded-cluster.ts'
import { processEnvironment, type Source } from '../env.ts'
import { copyFolder, copyOne, exists, FILES, FOLDERS, NOTE, type Note } from './backup.ts'

/**
 * Restores a backup into a DATA_DIR without a database, and returns a sentence about it. The next start notices
 * that an older state was put back, so devices that had seen more pull again. Throws a readable error for an
 * external database, an incomplete backup, and a folder with data in it.
 */
export async function restore(source: Source, from: string | undefined): Promise<string> {
  if (!from) throw new Error('Name the folder of the backup: npm run restore -- <folder>')
  if (source.DATABASE_URL || source.DATABASE_URL_FILE)
    throw new Error(
      'DATABASE_URL (or DATABASE_URL_FILE) is set: restore that database with its own tools, as docs/runbooks/backup-and-restore.md says. To restore the built-in one, unset it.',
    )
  const saved = path.resolve(from)
  const text = await readFile(path.join(saved, NOTE), 'utf8').catch(() => null)
  if (text === null)
    throw new Error(
      `There is no whole backup in ${saved}. Name a folder that npm run backup has written to its end.`,
    )
  const { at, postgres } = JSON.parse(text) as Note
  const dataDir = path.resolve(source.DATA_DIR ?? '.data')
  const { data } = clusterIn(path.join(dataDir, 'postgres'))
  for (const name of [data, ...FOLDERS.map((each) => path.join(dataDir, each))])
    if (await exists(name))
      throw new Error(`There are data in ${dataDir}: move them away, or set DATA_DIR to a new folder.`)

  for (const name of FOLDERS) await copyFolder(path.join(saved, name), path.join(dataDir, name))
  for (const name of FILES) await copyOne(path.join(saved, name), path.join(dataDir, name))
  await runAhead(path.join(dataDir, 'infield-store.json'))
  // the database is copied last, so that a server cannot start on an interrupted restore
  await copyFolder(clusterIn(path.join(saved, 'postgres')).data, data)
  return `Restored the state of ${at} (Postgres ${postgres}) to ${dataDir}. The next npm start runs on it.`
}

/**
 * Advances the beat in the files beyond the database's, which is how a start notices that an older state was put
 * back.
 */
async function runAhead(file: string): Promise<void> {
  if (!(await exists(file))) return
  const mark = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...mark, beat: Number.MAX_SAFE_INTEGER }))
}

if (import.meta.main) {
  try {
    process.stdout.write(`${await restore(processEnvironment, process.argv[2])}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
