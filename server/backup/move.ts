import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openDatabase } from '../app/open-context.ts'
import type { Sql } from '../db/sql.ts'
import { processEnvironment, readEnv, type Source } from '../env.ts'
import { BLOB_AREAS, type Blob, type BlobArea, type BlobStore } from '../media/storage.ts'
import { createDiskStore } from '../media/storage-disk.ts'
import { readMark, writeMark } from '../media/store-mark.ts'
import { pause } from '../pause.ts'
import { bucketName, readBucket } from '../store-address.ts'
import { exists } from './backup.ts'
import { checkTarget, DISK, findBeside, folderOf, whatIsLeft } from './beside.ts'

const USAGE = 'Say where from and to: npm run storage:move -- --from disk:/srv/infield --to s3://bucket'

/** A store with its name on the command line. */
export type Place = { name: string; store: BlobStore }

export type Move = {
  sql: Sql
  from: Place
  to: Place
  /** Whether to copy while servers run and leave the files where they are. */
  isAhead: boolean
  /** What else servers find in the folder of `from`, which is not moved. */
  beside?: readonly string[]
  say(sentence: string): void
}

/** How long no beat may be counted, to be sure that no server runs; each server counts every five seconds. */
const QUIET_MS = 6_000
const AT_ONCE = 6

/**
 * Copies all files of one store to another, reads each back and compares it, and then records in both stores where
 * the files are from now on. Run again, it continues where it stopped, because files in the target are complete.
 * Throws a readable error for another database's store, a store that was already moved, running servers, and a copy
 * that differs.
 */
export async function moveFiles(
  { sql, from, to, isAhead, beside = [], say }: Move,
  quietMs = QUIET_MS,
): Promise<void> {
  const storeId = await idOf(sql)
  const mark = await readMark(from.store.mark)
  if (mark?.storeId !== storeId) throw new Error(`${from.name} does not hold the files of this database.`)
  if (mark.movedTo) throw new Error(`The files of ${from.name} were moved to ${mark.movedTo} already.`)
  const there = await readMark(to.store.mark)
  if (there && there.storeId !== storeId) throw new Error(`${to.name} holds the files of another database.`)
  if (!isAhead && (await isCounting(sql, quietMs)))
    throw new Error(
      'Servers run on this database: stop them, or copy ahead with --ahead and move the rest once they are stopped.',
    )
  const underWay = await uploadsUnderWay(sql)
  for (const area of BLOB_AREAS) await copyArea(area, { from, to, underWay, say })
  if (isAhead) return say(`Copied ahead. Stop the servers and do the same without --ahead.`)
  const missing = await missingIn(sql, to.store)
  if (missing.length > 0)
    say(
      `Of what the database knows, ${missing.length} files are in neither: ${missing.slice(0, 5).join(', ')}`,
    )
  const { movedTo: _, ...now } = (await readMark(from.store.mark)) ?? mark
  await writeMark(to.store.mark, now)
  await writeMark(from.store.mark, { ...now, movedTo: to.name })
  say(`Moved. ${whatIsLeft(from.name, to.name, beside)}`)
}

async function idOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select store_id as id from feed_epoch`
  if (!row) throw new Error('The database has never been started on: there is nothing to move.')
  return row.id
}

async function isCounting(sql: Sql, quietMs: number): Promise<boolean> {
  const beats = async () => (await sql<{ beat: number }[]>`select beat from feed_epoch`)[0]?.beat
  const before = await beats()
  await pause(quietMs)
  return (await beats()) !== before
}

/** Returns the declared bytes of the uploads that devices are sending. */
async function uploadsUnderWay(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; bytes: number }[]>`
    select upload_id as id, declared_bytes::float8 as bytes from media where state = 'expected' and upload_id is not null`
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Returns the files that users may be shown and that are missing. */
async function missingIn(sql: Sql, store: BlobStore): Promise<string[]> {
  const rows = await sql<{ area: BlobArea; key: string }[]>`
    select 'served' as area, served_key as key from media where state = 'stored' and served_key is not null
    union all select 'served', file_key from rendition where state = 'made'
    union all select 'pictures', file_key from picture`
  const missing: string[] = []
  for (const { area, key } of rows) if (!(await store.stat(area, key))) missing.push(`${area}/${key}`)
  return missing
}

type Copying = Pick<Move, 'from' | 'to' | 'say'> & { underWay: Map<string, number> }

async function copyArea(area: BlobArea, { from, to, underWay, say }: Copying): Promise<void> {
  const counts = { copied: 0, there: 0, begun: 0 }
  const blobs = from.store.list(area)[Symbol.asyncIterator]()
  const copyNext = async (): Promise<void> => {
    for (let next = await blobs.next(); !next.done; next = await blobs.next()) {
      // a draft left behind by a killed process
      if (next.value.key.startsWith('.')) continue
      if (isUnderWay(area, next.value, underWay)) counts.begun += 1
      else counts[await copyOne(area, next.value.key, { from: from.store, to: to.store })] += 1
    }
  }
  const lanes = Array.from({ length: AT_ONCE }, copyNext)
  try {
    await Promise.all(lanes)
  } finally {
    // after a failure, let the other copies finish what they are doing
    await blobs.return?.()
    await Promise.allSettled(lanes)
  }
  const begun =
    counts.begun > 0 ? `, ${counts.begun} under way that devices will send again from the beginning` : ''
  say(`${area}: ${counts.copied} copied and compared, ${counts.there} there already${begun}`)
}

function isUnderWay(area: BlobArea, { key, bytes, isPartial }: Blob, underWay: Map<string, number>): boolean {
  const declared = area === 'uploads' ? underWay.get(key) : undefined
  return isPartial === true || (declared !== undefined && bytes !== declared)
}

/**
 * Copies a file unless the target has it already, because a file there is complete and was compared when it was
 * written, by this command or by the store itself.
 */
async function copyOne(
  area: BlobArea,
  key: string,
  { from, to }: { from: BlobStore; to: BlobStore },
): Promise<'copied' | 'there'> {
  const [here, there] = [await from.stat(area, key), await to.stat(area, key)]
  // it was removed after it was listed
  if (!here || there?.bytes === here.bytes) return 'there'
  const { file, release } = await from.local(area, key)
  try {
    const wanted = await hashOf(createReadStream(file))
    await to.bring(area, key, file)
    if ((await hashOf(to.read(area, key))) === wanted) return 'copied'
    await to.remove(area, key)
    throw new Error(`The copy of ${area}/${key} is not what was copied. Nothing was changed; try again.`)
  } finally {
    await release()
  }
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** Runs the command: reads its arguments and the environment, and moves the files. Throws a readable error. */
export async function moveStorage(source: Source, words: string[], say: Move['say']): Promise<void> {
  const { from, to, ahead } = readWords(words)
  const read = readEnv(source)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const one = await openPlace('--from', from, source)
  checkTarget(to, read.env)
  const other = await openPlace('--to', to, source)
  if (one.name === other.name) throw new Error(`${one.name} is where the files are.`)
  const beside = await findBeside(one.name, read.env)
  const { sql, direct, stop } = await openDatabase(read.env, say)
  try {
    await moveFiles({ sql, from: one, to: other, isAhead: ahead, beside, say })
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), direct.end({ timeout: 1 })])
    await stop()
  }
}

function readWords(words: string[]): { from: string; to: string; ahead: boolean } {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    ahead: { type: 'boolean', default: false },
  } as const
  try {
    const { from, to, ahead } = parseArgs({ args: words, options }).values
    if (from && to) return { from, to, ahead }
  } catch {
    // reported below
  }
  throw new Error(USAGE)
}

async function openPlace(word: '--from' | '--to', text: string, source: Source): Promise<Place> {
  if (text.startsWith(DISK)) {
    const dir = folderOf(text, source.DATA_DIR)
    if (word === '--from' && !(await exists(dir))) throw new Error(`There is no folder ${dir}.`)
    return { name: `${DISK}${dir}`, store: createDiskStore(dir) }
  }
  const mistakes: string[] = []
  const bucket = readBucket(word, text, { source, mistakes })
  if (!bucket || mistakes.length > 0) throw new Error([...mistakes, USAGE].join('\n'))
  const { createS3Store } = await import('../media/s3/storage-s3.ts')
  return { name: bucketName(bucket), store: await createS3Store(bucket) }
}

if (import.meta.main) {
  try {
    await moveStorage(processEnvironment, process.argv.slice(2), (sentence) =>
      process.stdout.write(`${sentence}\n`),
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
