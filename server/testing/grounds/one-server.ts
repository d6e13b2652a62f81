import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import {
  assemble,
  closeContext,
  MIGRATIONS,
  type Opened,
  openDatabase,
  openOn,
} from '../../app/open-context.ts'
import { startServer, stopOnSignal } from '../../app/server.ts'
import { startJobs } from '../../app/start-jobs.ts'
import { databaseClock } from '../../clock.ts'
import { migrate } from '../../db/migrate.ts'
import { untilReachable } from '../../db/reachable.ts'
import { openSql } from '../../db/sql.ts'
import { processEnvironment, readEnv } from '../../env.ts'
import type { FaultPoint } from '../../fault.ts'
import { createLog } from '../../log.ts'
import type { BlobStore } from '../../media/storage.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { every, pause } from '../../pause.ts'
import { copyingConverter } from '../media/copying-converter.ts'
import { Armed } from '../nemesis/armed.ts'
import { providerStep } from '../nemesis/nemesis.ts'
import type { Order, Report } from './child.ts'
import { agedBlobs, shiftedBlobs } from './file-ages.ts'
import { CALLS } from './impatient.ts'

/*
 * Runs one server in a process of its own, for tiers 2 and 3 and for the convergence test. It starts as `main.ts`
 * does, but without pages, because no test looks at one. Over its channel the process is told where to stop, and
 * reports which fault points it passes.
 */

const WEIGHED_EVERY_MS = 500
/** How long an object store may be silent. The usual minute would outlast a schedule. */
const STORE_PATIENCE_MS = 2_000
const report = (what: Report) => process.send?.(what)

const armed = new Armed()

async function atFault(point: FaultPoint): Promise<void> {
  report({ reached: point })
  const struck = armed.take(point)
  if (!struck) return
  report({ struck })
  if (struck.do === 'stall') return pause(struck.ms)
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

/** Blocks this process as long as the file exists. */
function block(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(file)) Atomics.wait(never, 0, 0, 20)
}

/** Takes memory until the engine of JavaScript gives up and aborts. */
function hoard(): void {
  for (const taken: object[] = []; ; ) taken.push(Array.from({ length: 10_000 }, () => ({})))
}

const read = readEnv(processEnvironment)
if (!read.ok) throw new Error(read.mistakes.join('\n'))
const { env } = read
const [, , socket = '', database = '', jobs = '', folder = ''] = process.argv
const migrations = folder ? pathToFileURL(folder) : MIGRATIONS
const options = (blobs: BlobStore) => ({
  env,
  background: jobs === 'jobs' && env.role !== 'web',
  parts: { fault: atFault, blobs, converter: copyingConverter },
  log: createLog('info'),
})

/** Opens the database and the bucket that the environment names, as `main.ts` does. */
async function openConfigured(): Promise<Opened> {
  const { storage } = env
  if (storage.kind !== 's3') throw new Error('a server here that is told its database is told its bucket')
  const found = await openDatabase(env, () => {})
  // The S3 store is loaded only here, because most of these servers store on a disk.
  const { createS3Store } = await import('../../media/s3/storage-s3.ts')
  const store = await createS3Store({ ...storage, patienceMs: STORE_PATIENCE_MS })
  return openOn(found, { ...options(shiftedBlobs(store, found.direct)), migrations })
}

async function openOnSocket(): Promise<Opened> {
  const sql = openSql({ host: socket, database, max: 16 })
  await untilReachable(sql)
  await migrate(sql, migrations)
  const blobs = agedBlobs(createDiskStore(env.dataDir), databaseClock(sql))
  const context = await assemble(options(blobs), sql)
  return { context, close: () => closeContext(context) }
}

const { context, close } = await (env.databaseUrl ? openConfigured() : openOnSocket())
await startJobs(context)
const running = await startServer(context, { withSite: false })
// Node writes the compile cache only when a process ends by itself, and most of these servers are killed.
flushCompileCache()
stopOnSignal(async () => {
  await running.stop()
  await close()
})

const faults = context.payments.standIn?.faults
if (faults) faults.onStrike = (what) => report({ struck: providerStep(what) })

process.on('message', (order: Order) => {
  switch (order.do) {
    case 'crash':
    case 'stall':
      return armed.arm(order)
    case 'outage':
      return faults?.next(CALLS[order.call], order.kind, order.times)
    case 'webhooks': {
      const { do: _, ...kinds } = order
      return void Object.assign(faults?.webhooks ?? {}, kinds)
    }
    case 'block':
      return block(order.file)
    case 'exhaust memory':
      return hoard()
    case 'peace':
      armed.clear()
      faults?.clear()
  }
})
process.on('disconnect', () => process.exit())
every(WEIGHED_EVERY_MS, () => report({ bytes: process.memoryUsage.rss() }))
report({ port: running.port })
