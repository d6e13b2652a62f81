import http from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Member } from './people.ts'

/** Keeps its connections open, as a browser does. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1_100 })

/** Returns the headers that a device sends with every request. */
export function headersOf(member: Member): Record<string, string> {
  return { cookie: `session=${member.session}`, 'x-csrf-token': member.csrf }
}

type Call = { port: number; path: string; member: Member; body: object; gzip?: boolean }

/** Makes one call as a device and returns the parsed answer; throws unless the status is 200. */
export async function callServer<T>({ port, path, member, body, gzip = false }: Call): Promise<T> {
  const sent = JSON.stringify(body)
  const headers = {
    ...headersOf(member),
    origin: `http://127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
    ...(gzip && { 'accept-encoding': 'gzip' }),
  }
  const response = await new Promise<http.IncomingMessage>((done, failed) => {
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, done)
    request.on('error', failed)
    request.end(sent)
  })
  const isZipped = response.headers['content-encoding'] === 'gzip'
  const said = await text(isZipped ? response.pipe(createGunzip()) : response)
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${said}`)
  return JSON.parse(said) as T
}

/** Returns the text at a path, fetched without a session; throws unless the status is 200. */
export async function fetchText(port: number, path: string): Promise<string> {
  const response = await new Promise<http.IncomingMessage>((done, failed) => {
    http.get({ host: '127.0.0.1', port, path, agent }, done).on('error', failed)
  })
  const said = await text(response)
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${said}`)
  return said
}

/** An event stream that stays open until `close`. */
export type OpenStream = { close(): void }

type StreamCall = { port: number; path: string; headers?: Record<string, string>; onData(text: string): void }

/** Opens an event stream; resolves when its first bytes arrive. */
export function openStream({ port, path, headers, onData }: StreamCall): Promise<OpenStream> {
  return new Promise((done, failed) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`${path} answered ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('error', () => {})
      response.on('data', (chunk: string) => {
        done({ close: () => request.destroy() })
        onData(chunk)
      })
    })
    request.on('error', failed)
  })
}
