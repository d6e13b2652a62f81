import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const WORKER = join(import.meta.dirname, '../../server/testing/bench/ground-worker.ts')

/** Somebody signed in, as a browser shows it. */
export type Member = { personId: string; session: string; csrf: string }

/** Whom browsers sign in as, and where. */
export type BrowserWorld = {
  port: number
  /** An empty page, and a body that is hashed, written and flushed. */
  barePort: number
  fans: { questions: number; member: Member }[]
  athlete: Member
  waiting: string[]
  viewPath: string
}

/** The process that brings database and servers up and takes the figures without a browser. */
export type Ground = {
  /** Takes a figure by its name; made ready with the first. */
  ask<T>(order: string): Promise<T>
  /** The same world for every figure of a browser. */
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
