import { parentPort } from 'node:worker_threads'
import type { Conversion } from './conversion.ts'
import { convertByLibrary } from './library.ts'

/** A message of the thread that reads a stranger's file. */
export type ThreadSaid =
  | { step: 'ready' }
  | { step: 'progress'; ms: number }
  | { step: 'done' }
  | { step: 'failed'; error: unknown }

const say = (said: ThreadSaid) => parentPort?.postMessage(said)

parentPort?.on('message', (conversion: Conversion) => {
  convertByLibrary(conversion, (ms) => say({ step: 'progress', ms })).then(
    () => say({ step: 'done' }),
    (error: unknown) => say({ step: 'failed', error: plain(error) }),
  )
})
say({ step: 'ready' })

/** Returns an error that can be passed between threads; an error of the file system keeps its mark. */
function plain(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const isMachines = error instanceof Error && 'syscall' in error
  return isMachines ? Object.assign(new Error(message), { syscall: 'write' }) : new Error(message)
}
