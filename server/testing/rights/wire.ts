import { connect } from 'node:net'

const host = 'Host: localhost\r\n'
const json = 'Content-Type: application/json\r\n'

/**
 * Requests whose end two readers could see in different places, and one that asks to be told what it sent. No route
 * may hear them: `/healthz` would answer 200.
 */
export const MUST_BE_REFUSED: readonly string[] = [
  `GET /healthz HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `GET /healthz HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${host}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `TRACE /healthz HTTP/1.1\r\n${host}\r\n`,
]

/** Requests that fetch could not send. */
export const WIRE_INPUTS: readonly string[] = [
  ...MUST_BE_REFUSED,
  '\r\n\r\n',
  'x',
  'GET\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET /healthz\r\n\r\n',
  `GET / HTTP/9.9\r\n${host}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET //evil.example/ HTTP/1.1\r\n${host}\r\n`,
  `GET /\\evil.example HTTP/1.1\r\n${host}\r\n`,
  `GET http://evil.example/api/session HTTP/1.1\r\n${host}\r\n`,
  `GET http:// HTTP/1.1\r\n${host}\r\n`,
  `GET ? HTTP/1.1\r\n${host}\r\n`,
  `GET /%c0%ae%c0%ae/%00 HTTP/1.1\r\n${host}\r\n`,
  `GET /api/athletes/%E0%A4%A HTTP/1.1\r\n${host}\r\n`,
  `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
  `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET /api/session HTTP/1.1\r\n${host}Cookie: ${'x=y; '.repeat(20_000)}\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\n${'X-A: b\r\n'.repeat(3_000)}${host}\r\n`,
  `GET /api/session HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\nHost: [::1\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\nHost: a b\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\nHost: localhost:99999\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\nHost:\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\n${host}Cookie: a\u0000b\r\n\r\n`,
  `GET /api/session HTTP/1.1\r\n${host}X: a\n Y: b\r\n\r\n`,
  `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  `TRACE / HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `GET /sync/stream?protocol=1 HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: 99999999999999999999\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n${`1000\r\n${'x'.repeat(4_096)}\r\n`.repeat(40)}0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding: xchunked\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: +2\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: 2 \r\nContent-Length: 2\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\n${host.trim()}\nContent-Length: 0\n\n`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /api/view HTTP/1.1\r\n${host}${json}Content-Length: 100\r\n\r\n{`,
  `POST /api/webhooks/stripe HTTP/1.1\r\n${host}${json}Content-Length: 2\r\n\r\n{}GET /api/desk HTTP/1.1\r\n${host}\r\n`,
  `PATCH /files/x HTTP/1.1\r\n${host}Tus-Resumable: 1.0.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc`,
]

/** Sends a text to a port, closes its side, and returns what came back until the other side closed too. */
export function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(text, 'latin1')))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

/** Returns the headers that create an upload of five bytes. */
export function creationHeaders(mediaId: string, more: Record<string, string> = {}): Record<string, string> {
  const facts = {
    mediaId,
    purpose: 'question',
    sha256: 'a'.repeat(64),
    filetype: 'video/webm',
    durationMs: '3000',
    source: 'recorded',
    ...more,
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  return { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata.join(',') }
}
