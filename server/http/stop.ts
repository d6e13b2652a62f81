import type { Server } from 'node:http'
import { pause } from '../pause.ts'

/** Whether a server was told to stop. A load balancer asks `/readyz` and then sends requests elsewhere. */
export type Drain = { isOn: boolean }

type Draining = {
  drain: Drain
  /** How long draining takes in total. */
  graceMs: number
  /** Tells the clients of event streams to open them elsewhere. */
  moveStreams(): void
}

/**
 * Drains a server before it stops, where other servers continue: it says that it is not ready but answers
 * everything as before. Halfway, when the load balancer has noticed, streams are told to move, so that they reach
 * another server and not this one again.
 */
export async function drainFirst({ drain, graceMs, moveStreams }: Draining): Promise<void> {
  drain.isOn = true
  if (graceMs <= 0) return
  await pause(graceMs / 2)
  moveStreams()
  await pause(graceMs / 2)
}

type Ending = {
  /** Ends the event streams, which would never end by themselves. */
  endStreams(): void
  /** When this resolves, connections still open are cut. */
  deadline: Promise<void>
}

/**
 * Prepares a server for a clean stop; call it before the first request. The returned function stops it: it
 * accepts nothing new, answers the requests under way, ends streams and closes idle sockets.
 */
export function stopper(server: Server): (ending: Ending) => Promise<void> {
  let isStopping = false
  // Otherwise a connection whose answer ends after the stop began would be kept for a next request.
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
