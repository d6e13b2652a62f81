import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const WORKER = join(import.meta.dirname, '../../server/testing/bench/ground-worker.ts')

/** A signed-in user, with the credentials a browser sends. */
export type Member = { personId: string; session: string; csrf: string }

/** The users whom browsers sign in as, and the ports of the servers. */
export type BrowserWorld = {
  port: number
  /** The port of a server with an empty page and an upload that it only hashes, writes and flushes. */
  barePort: number
  fans: { questions: number; member: Member }[]
  athlete: Member
  waiting: string[]
  viewPath: string
}

/** The worker process that starts the database and the servers, and takes the figures that need no browser. */
export type Ground = {
  /** Takes the figure of this name. The first call also starts the worker. */
  ask<T>(order: string): Promise<T>
  /** Returns the world that all browser figures share. */
  world(): Promise<BrowserWorld>
  close(): Promise<void>
}

export function startGround(): Ground {
  let worker: ChildProcess | undefined
  let world: Promise<BrowserWorld> | undefined
  const ask = async <T>(order: string): Promise<T> => {
    worker ??= fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const answered = once(worker, 'message')
    const died = once(worker, 'exit').then(() => [{ error: 'the process that takes the figures ended' }])
    worker.send(order)
    const [answer] = (await Promise.race([answered, died])) as [{ value: T; error?: string }]
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }
  return {
    ask,
    world() {
      world ??= ask<BrowserWorld>('browser')
      return world
    },
    async close() {
      if (!worker || worker.exitCode !== null) return
      const ended = once(worker, 'exit')
      worker.disconnect()
      await ended
    },
  }
}
