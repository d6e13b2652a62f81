import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** What becomes of a request: 503, a connection that breaks when half of the body has come, or silence. */
export type Trouble = 'busy' | 'reset' | 'silence'

export type FaultyGateway = {
  endpoint: string
  /** Asked of each request as `PUT /infield/uploads/…?partNumber=1`; null where it goes through. */
  trouble: (asked: string) => Trouble | null
  stop(): Promise<void>
}

/** Stands before an object store, and makes trouble as it is told. */
export async function startFaultyGateway(store: string): Promise<FaultyGateway> {
  const server = createServer((incoming, outgoing) => {
    const trouble = faulty.trouble(`${incoming.method} ${incoming.url}`)
    if (trouble === 'busy') answerBusy(incoming, outgoing)
    else if (trouble === 'reset') incoming.once('data', () => incoming.socket.destroy())
    else if (trouble === null) passOn(store, incoming, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const faulty: FaultyGateway = {
    endpoint: `http://127.0.0.1:${port}`,
    trouble: () => null,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return faulty
}

function answerBusy(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume()
  incoming.once('end', () => {
    outgoing.writeHead(503, { 'content-type': 'application/xml' })
    outgoing.end(
      '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>',
    )
  })
}

/** The signature covers the name that the client asked for, so the headers go on as they came. */
function passOn(store: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = incoming
  const asked = request(new URL(url, store), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  asked.once('error', () => outgoing.destroy())
  outgoing.once('close', () => asked.destroy())
  incoming.pipe(asked)
}
