import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import httpEce from 'http_ece'
import type { BrowserContext } from 'playwright/test'

/** The push service of one browser: its address, and the decrypted pushes that the server sent there. */
export type PushService = {
  endpoint: string
  delivered: Delivered[]
}

/** A push as the server sends it (`server/notify/push-sender.ts`). */
export type Delivered = {
  id: string
  title: string
  body: string
  tag: string
  url: string
  waiting?: number
}

/**
 * Opens a fake push service and makes the browser subscribe there, because a browser under test has none and would
 * wait for ever. The service can read what the server sends; `Device.deliverPush` does the rest of the way.
 */
export async function openPushService(context: BrowserContext): Promise<PushService> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const delivered: Delivered[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const options = { version: 'aes128gcm', privateKey: keys, authSecret: auth } as const
    delivered.push(JSON.parse(httpEce.decrypt(Buffer.concat(parts), options).toString()))
    response.writeHead(201).end()
  })
  // Do not keep the process alive for this server; it ends with the tests.
  server.unref()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}/push`
  const ours = { endpoint, p256dh: keys.getPublicKey('base64'), auth: auth.toString('base64') }
  await context.addInitScript(subscribeAt, ours)
  return { endpoint, delivered }
}

type Ours = { endpoint: string; p256dh: string; auth: string }

/** Runs in every page, before any other script. */
function subscribeAt({ endpoint, p256dh, auth }: Ours): void {
  const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer
  const KEPT = 'test.subscribed'
  const base64 = (key: string) => key.replaceAll('-', '+').replaceAll('_', '/')
  const subscription = () => ({
    endpoint,
    options: { applicationServerKey: bytes(base64(localStorage.getItem(KEPT) ?? '')) },
    getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
    unsubscribe: async () => {
      localStorage.removeItem(KEPT)
      return true
    },
  })
  PushManager.prototype.getSubscription = async () =>
    (localStorage.getItem(KEPT) === null ? null : subscription()) as PushSubscription | null
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(KEPT, String(options?.applicationServerKey))
    return subscription() as unknown as PushSubscription
  }
}
