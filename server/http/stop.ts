import type { Server } from 'node:http'
import { pause } from '../pause.ts'

/** Whether a server was told to stop: whoever sends it requests asks `/readyz`, and sends them elsewhere from then on. */
export type Drain = { isOn: boolean }

type Draining = {
  drain: Drain
  /** How long it takes all together. */
  graceMs: number
  /** Tells who listens to an event stream to open it elsewhere. */
  moveStreams(): void
}

/**
 * What comes before a stop where others go on serving: the server says that it is not ready, and answers everything as
 * before. Streams are told to move halfway, when whoever distributes requests has seen that, so that they come to
 * another server and not back to this one.
 */
export async function drainFirst({ drain, graceMs, moveStreams }: Draining): Promise<void> {
  drain.isOn = true
  if (graceMs <= 0) return
  await pause(graceMs / 2)
  moveStreams()
  await pause(graceMs / 2)
}

type Ending = {
  /** Ends what would never end by itself: the event streams. */
  endStreams(): void
  /** When patience ends: connections still open then are cut. */
  deadline: Promise<void>
}

/**
 * Prepares a server to be stopped kindly; called before it answers its first request. Stopping it: nothing new is
 * accepted, requests under way are answered, streams ended, idle sockets closed.
 */
export function stopper(server: Server): (ending: Ending) => Promise<void> {
  let isStopping = false
  // a connection whose answer ends after the stop began would else be kept for its next request
  server.on('request', (_request, response) => {
    response.once('close', () => isStopping && server.closeIdleConnections())
  })
  return async ({ endStreams, deadline }) => {
    isStopping = true
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    endStreams()
    server.closeIdleConnections()
    await Promise.race([closed, deadline.then(() => server.closeAllConnections())])
    await closed
  }
}
