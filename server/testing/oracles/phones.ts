import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import httpEce from 'http_ece'
import { CALLS } from '../../../sync/paths.ts'
import type { Browser } from '../browser.ts'
import type { Ground } from '../grounds/ground.ts'
import { tellsPrivate } from './exits.ts'
import type { Violation } from './history.ts'

/** What becomes of the device behind an endpoint: it is there, is gone, was never there, or its service is busy at first. */
const FATES = { here: [201], gone: [410], unknown: [404], busy: [429, 500, 201] } as const
export type Fate = keyof typeof FATES

/** A push as its device reads it, and what the service answered. */
export type Delivered = { endpoint: string; status: number; text: string }

const keys = createECDH('prime256v1')
keys.generateKeys()
const authSecret = randomBytes(16)

let opened: Promise<PushService> | undefined

/** The push service of this process, for the devices of every schedule; it ends with the process. */
export function pushService(): Promise<PushService> {
  opened ??= PushService.open()
  return opened
}

class PushService {
  private readonly delivered = new Map<string, Delivered[]>()
  private readonly origin: string
  private subscribed = 0

  static async open(): Promise<PushService> {
    let service: PushService | undefined
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      response.writeHead(service?.take(request.url ?? '', Buffer.concat(parts)) ?? 500).end()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    server.unref()
    service = new PushService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return service
  }

  private constructor(origin: string) {
    this.origin = origin
  }

  /** A browser's device is to be reached from now on; what it is sent is added to `delivered`. */
  async subscribe(browser: Browser, fate: Fate, delivered: Delivered[]): Promise<void> {
    this.subscribed += 1
    const path = `/${fate}/${this.subscribed}`
    this.delivered.set(path, delivered)
    const endpoint = `${this.origin}${path}`
    const shown = { p256dh: keys.getPublicKey('base64url'), auth: authSecret.toString('base64url') }
    const answer = await browser.request(CALLS.pushSubscription, {
      method: 'POST',
      body: { endpoint, keys: shown },
    })
    if (answer.status !== 200) throw new Error(`a device was answered ${answer.status} when it subscribed`)
  }

  private take(path: string, body: Buffer): number {
    const delivered = this.delivered.get(path)
    const [, fate = ''] = path.split('/')
    if (!delivered || !(fate in FATES)) return 404
    const endpoint = `${this.origin}${path}`
    const statuses: readonly number[] = FATES[fate as Fate]
    const before = delivered.filter((each) => each.endpoint === endpoint).length
    const status = statuses[Math.min(before, statuses.length - 1)] ?? 500
    const text = httpEce.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret }).toString()
    delivered.push({ endpoint, status, text })
    return status
  }
}

/** N4: a push says no more than that something is there. */
export function wordyPushes(delivered: readonly Delivered[]): Violation[] {
  const rows = delivered.filter(({ text }) => tellsPrivate(text))
  return rows.length === 0 ? [] : [{ invariant: 'N4', says: 'a push says something private', rows }]
}

/** N3: a device that its push service says is gone is forgotten, an hour later at the latest. */
export async function deadDevices(
  { sql }: Pick<Ground, 'sql'>,
  delivered: readonly Delivered[],
): Promise<Violation[]> {
  const gone = delivered.filter(({ status }) => status === 404 || status === 410)
  if (gone.length === 0) return []
  const rows = await sql`
    select endpoint, person_id from push_subscription where endpoint = any (${gone.map(({ endpoint }) => endpoint)})`
  return rows.length === 0
    ? []
    : [{ invariant: 'N3', says: 'a device that is gone is still pushed to', rows: [...rows] }]
}
