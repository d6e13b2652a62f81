import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer as plain, type Server } from 'node:http'
import { type Server as EncryptedServer, createServer as encrypted } from 'node:https'
import { serve } from '@hono/node-server'
import type { Env } from '../../env.ts'
import type { Log } from '../../log.ts'
import { every } from '../../pause.ts'

/** How often the certificate's files are checked for a renewed certificate. */
const LOOK_MS = 60_000
const VERSIONS = { minVersion: 'TLSv1.2' } as const

type Pair = { cert: string; key: string }
export type Listening = { server: Server; port: number; stopLooking(): void }
type Options = Pick<Env, 'host' | 'port' | 'tls'> & { log: Pick<Log, 'info' | 'warn'>; lookMs?: number }

/**
 * Answers requests at an address: over TLS if a certificate is configured, whose files may be renewed meanwhile;
 * else over plain HTTP, for a proxy on the same machine. Throws a sentence where the port is not available, or
 * the certificate and its key cannot be used.
 */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port, tls, log, lookMs = LOOK_MS }: Options,
): Promise<Listening> {
  const pair = tls && (await readPair(tls))
  const options = pair
    ? { createServer: encrypted, serverOptions: { ...pair, ...VERSIONS } }
    : { createServer: plain }
  return new Promise((done, failed) => {
    const server = serve({ fetch, hostname: host, port, ...options }, (address) => {
      const stopLooking =
        tls && pair ? showRenewed(server as EncryptedServer, { tls, pair, log, lookMs }) : () => {}
      done({ server: server as Server, port: address.port, stopLooking })
    })
    server.once('error', (error: NodeJS.ErrnoException) => failed(new Error(portSentence(error, port))))
  })
}

type Shown = { tls: NonNullable<Env['tls']>; pair: Pair; log: Options['log']; lookMs: number }

/**
 * Shows a renewed certificate to new connections. If only one of the two files is written yet, it looks again
 * later.
 */
function showRenewed(server: EncryptedServer, { tls, pair, log, lookMs }: Shown): () => void {
  let shown = pair
  let lastError = ''
  const look = async () => {
    const found = await readPair(tls)
    lastError = ''
    if (found.cert === shown.cert && found.key === shown.key) return
    server.setSecureContext({ ...found, ...VERSIONS })
    shown = found
    log.info({}, 'another certificate is shown from now on')
  }
  const tell = (error: Error) => {
    if (error.message !== lastError) log.warn({ err: error }, 'the former certificate is shown')
    lastError = error.message
  }
  return every(lookMs, () => void look().catch(tell))
}

async function readPair({ certFile, keyFile }: NonNullable<Env['tls']>): Promise<Pair> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    // A secure context accepts an empty file as no certificate at all, and a file may be empty for a moment
    // during a renewal.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error('the key belongs to another certificate')
    return { cert, key }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`TLS_CERT and TLS_KEY name no certificate with its key, in PEM: ${why}.`)
  }
}

function portSentence(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what is using it, or start with another one: PORT=${port + 1} npm start`
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one above 1023: PORT=3000 npm start`
  return `The server could not listen on port ${port}: ${error.message}`
}
