import type { Server } from 'node:http'

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
