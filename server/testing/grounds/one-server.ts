import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { assemble, closeContext, MIGRATIONS } from '../../app/open-context.ts'
import { startServer, stopOnSignal } from '../../app/server.ts'
import { startJobs } from '../../app/start-jobs.ts'
import { databaseClock } from '../../clock.ts'
import { migrate } from '../../db/migrate.ts'
import { untilReachable } from '../../db/reachable.ts'
import { openSql } from '../../db/sql.ts'
import { processEnvironment, readEnv } from '../../env.ts'
import type { FaultPoint } from '../../fault.ts'
import { createLog } from '../../log.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { every, pause } from '../../pause.ts'
import { copyingConverter } from '../media/copying-converter.ts'
import { Armed } from '../nemesis/armed.ts'
import { providerStep } from '../nemesis/nemesis.ts'
import type { Order, Report } from './child.ts'
import { agedBlobs } from './file-ages.ts'
import { CALLS } from './impatient.ts'

/*
 * One server in a process of its own, of tier 2 or of the convergence: started as `main.ts` does, without pages, because
 * nobody here looks at one. Over its channel it is told where to stop, and tells which fault points it came by.
 */

const WEIGHED_EVERY_MS = 500
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

/** Nothing else happens in this process as long as the file is there. */
function block(file: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(file)) Atomics.wait(never, 0, 0, 20)
}

/** Takes memory until the engine gives up. */
function hoard(): void {
  for (const taken: object[] = []; ; ) taken.push(Array.from({ length: 10_000 }, () => ({})))
}

const read = readEnv(processEnvironment)
if (!read.ok) throw new Error(read.mistakes.join('\n'))
const [, , socket = '', database = '', jobs = '', migrations = ''] = process.argv
const sql = openSql({ host: socket, database, max: 16 })
await untilReachable(sql)
await migrate(sql, migrations ? pathToFileURL(migrations) : MIGRATIONS)
const blobs = agedBlobs(createDiskStore(read.env.dataDir), databaseClock(sql))
const context = await assemble(
  {
    env: read.env,
    background: jobs === 'jobs' && read.env.role !== 'web',
    parts: { fault: atFault, blobs, converter: copyingConverter },
    log: createLog('info'),
  },
  sql,
)
await startJobs(context)
const running = await startServer(context, { withSite: false })
// most of these servers are killed, and the cache would be written when one ends by itself
flushCompileCache()
stopOnSignal(async () => {
  await running.stop()
  await closeContext(context)
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
