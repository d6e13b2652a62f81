import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pause } from '../../pause.ts'

/**
 * What becomes of a request: 503, a connection that breaks when the body begins to come, silence, an answer that comes
 * late, the word that a quota is used up, or a connection that breaks once the store has done what was asked.
 */
export type GatewayFault = 'busy' | 'reset' | 'silence' | 'slow' | 'full' | 'reset after'

const SLOW_MS = 400

export type FaultyGateway = {
  endpoint: string
  /** Asked of each request as `PUT /infield/uploads/…?partNumber=1`; null where it goes through. */
  fault: (asked: string) => GatewayFault | null
  stop(): Promise<void>
}

/** Stands before an object store, and makes faults as it is told. */
export async function startFaultyGateway(store: string): Promise<FaultyGateway> {
  const server = createServer((incoming, outgoing) => {
    const fault = faulty.fault(`${incoming.method} ${incoming.url}`)
    if (fault === 'busy') refuse(incoming, outgoing, BUSY)
    else if (fault === 'full') refuse(incoming, outgoing, FULL)
    else if (fault === 'reset') breakOff(incoming)
    else if (fault !== 'silence') passOn(store, { incoming, outgoing, fault })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const faulty: FaultyGateway = {
    endpoint: `http://127.0.0.1:${port}`,
    fault: () => null,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return faulty
}

type Refused = { status: number; code: string; message: string }

const BUSY = { status: 503, code: 'SlowDown', message: 'Reduce your rate.' }
/** As Ceph says it. */
const FULL = { status: 403, code: 'QuotaExceeded', message: '' }

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, code, message }: Refused,
): void {
  incoming.resume()
  incoming.once('end', () => {
    outgoing.writeHead(status, { 'content-type': 'application/xml' })
    outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  })
}

/** One without a body breaks at once. */
function breakOff(incoming: IncomingMessage): void {
  const end = () => void incoming.socket.destroy()
  incoming.once('data', end).once('end', end)
}

type Passed = { incoming: IncomingMessage; outgoing: ServerResponse; fault: 'slow' | 'reset after' | null }

/** The signature covers the name that the client asked for, so the headers go on as they came. */
function passOn(store: string, { incoming, outgoing, fault }: Passed): void {
  const { method = 'GET', url = '/', headers } = incoming
  const asked = request(new URL(url, store), { method, headers }, async (answer) => {
    if (fault === 'reset after') return void incoming.socket.destroy()
    if (fault === 'slow') await pause(SLOW_MS)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  asked.once('error', () => outgoing.destroy())
  outgoing.once('close', () => asked.destroy())
  incoming.pipe(asked)
}
