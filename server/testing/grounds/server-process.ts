import { createApp } from '../../app/app.ts'
import { assemble } from '../../app/open-context.ts'
import { startJobs } from '../../app/start-jobs.ts'
import type { Context } from '../../context.ts'
import { openSql } from '../../db/sql.ts'
import type { Env } from '../../env.ts'
import type { FaultPoint } from '../../fault.ts'
import { createLog, type Log } from '../../log.ts'
import type { Blob, BlobStore } from '../../media/storage.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { pause } from '../../pause.ts'
import type { Payments } from '../../payment/stripe.ts'
import type { Random } from '../../random.ts'
import type { Hub } from '../../sync/hub.ts'
import { copyingConverter } from '../media/copying-converter.ts'
import { Unreached } from './ground.ts'
import { SERVER_CONNECTION } from './stage.ts'

/** One server without a port, inside this process, which a test can stop dead between any two of its lines. */
export type ServerProcess = {
  context: Context
  request(url: string, init: RequestInit): Promise<Response>
  /** Runs a function. Rejects with `Unreached` if the server stops first. */
  alive<T>(run: () => Promise<T>): Promise<T>
  isDead(): boolean
  /**
   * Stops the server as SIGKILL does: what it has begun never goes on, and its connections and transactions are gone.
   */
  kill(): void
  /** Resolves when nothing that the server had begun still writes: in one process, a thread outlives its server. */
  quiet(): Promise<void>
  end(): Promise<void>
}

export type ProcessOptions = {
  env: Env
  url: { host: string; database: string }
  paymentsOf(isDead: () => boolean): Payments
  random: Random
  /** Called at every fault point; `process` may be killed there. */
  atFault(point: FaultPoint, process: ServerProcess): Promise<void>
  /** Returns when a file was written, by the app's clock. */
  appTime(written: Date): Date
  complain(sentence: string): void
  /** Called with each line of the server's log. */
  logged(line: string): void
}

/**
 * Returns a promise that never settles. Each caller gets its own, because a shared one would keep all its waiters in
 * memory.
 */
const forEver = () => new Promise<never>(() => {})
const noHub: Hub = {
  add: () => () => {},
  moveStreams: () => {},
  stop: async () => {},
  size: () => 0,
  bus: () => ({ kind: 'postgres', isHeard: true }),
}

export async function openProcess(options: ProcessOptions): Promise<ServerProcess> {
  const sql = openSql({ ...options.url, max: 6, applicationName: SERVER_CONNECTION })
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  let dead = false
  const looks = new Set<object>()
  const disk = mortalBlobs(createDiskStore(options.env.dataDir), () => dead, options.appTime)
  const parts: Partial<Context> = {
    payments: options.paymentsOf(() => dead),
    random: options.random,
    converter: copyingConverter,
    blobs: notingLooks(disk, looks),
    fault: async (point) => {
      if (!dead) await options.atFault(point, process)
      if (dead) await forEver()
    },
  }
  const log = complainingLog(options.logged, (sentence) => dead || options.complain(sentence))
  const context = await assemble({ env: options.env, background: false, parts, log }, sql)
  await startJobs(context)
  const app = createApp(context, { hub: noHub, site: null })
  const alive: ServerProcess['alive'] = (run) =>
    dead ? Promise.reject(new Unreached('stopped')) : Promise.race([run(), stopped.promise])
  const end = async () => {
    await context.jobs.stop().catch(() => {})
    await sql.end({ timeout: 1 })
  }
  const process: ServerProcess = {
    context,
    alive,
    isDead: () => dead,
    request: (url, init) => alive(async () => app.request(url, init)),
    kill() {
      if (dead) return
      dead = true
      void sql.end({ timeout: 0 }).catch(() => {})
      void context.jobs.stop().catch(() => {})
      stopped.reject(new Unreached('stopped'))
    },
    async quiet() {
      while (looks.size > 0) await pause(20)
    },
    end: async () => void (dead || (await end())),
  }
  return process
}

/** Returns a store that changes no file once its server is dead, and shows file times by the app's clock. */
function mortalBlobs(store: BlobStore, isDead: () => boolean, appTime: (written: Date) => Date): BlobStore {
  const mortal =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> =>
      isDead() ? forEver() : run(...args)
  const aged = (blob: Blob): Blob => ({ ...blob, modifiedAt: appTime(blob.modifiedAt) })
  return {
    ...store,
    settle: mortal(store.settle),
    keep: mortal(store.keep),
    discard: mortal(store.discard),
    remove: mortal(store.remove),
    async *list(area) {
      for await (const blob of store.list(area)) yield aged(blob)
    },
  }
}

/**
 * Returns a store that notes which files its server reads or copies. This is the only work that goes on in a dead
 * server, which releases each file in the end as a living one does.
 */
function notingLooks(store: BlobStore, open: Set<object>): BlobStore {
  return {
    ...store,
    async local(area, key) {
      const found = await store.local(area, key)
      open.add(found)
      return {
        ...found,
        async release() {
          await found.release()
          open.delete(found)
        },
      }
    },
  }
}

/** Returns a log that writes as usual, and also passes on its warnings and errors as readable sentences. */
function complainingLog(write: (line: string) => void, complain: (sentence: string) => void): Log {
  const log = createLog('info', { to: { write } })
  const say = (level: 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    log[level](fields, message)
    const { err, error, why, intent, queue, path } = fields
    const cause = err instanceof Error ? err.message : (err ?? error ?? why)
    complain([message, queue, intent, path, cause].filter(Boolean).join(': '))
  }
  return {
    debug: () => {},
    info: (fields, message) => log.info(fields, message),
    warn: say('warn'),
    error: say('error'),
  }
}
