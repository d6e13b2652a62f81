import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import httpEce from 'http_ece'
import { CALLS } from '../../../sync/paths.ts'
import { isLive } from '../../db/live-session.ts'
import type { Browser } from '../browser.ts'
import type { Ground } from '../grounds/ground.ts'
import { tellsPrivate } from './exits.ts'
import type { Violation } from './history.ts'

/**
 * The statuses with which the push service answers for a device: it exists, is gone, never existed, is busy at
 * first, or is refused for good. No fate is an error for ever, because the server would retry its pushes for as
 * long.
 */
const FATES = { here: [201], gone: [410], unknown: [404], busy: [429, 500, 201], broken: [403] } as const
export type Fate = keyof typeof FATES

/** A push message as its device decrypts it, and the service's answer. */
export type Delivered = { endpoint: string; status: number; text: string }

const keys = createECDH('prime256v1')
keys.generateKeys()
const authSecret = randomBytes(16)

let opened: Promise<PushService> | undefined

/** Returns the push service of this process, which serves the devices of every schedule and ends with the process. */
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

  /** Subscribes the browser's device to push messages; each message is added to `delivered`. */
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

/** Says whether a device can be reached at all, by its endpoint. */
const isThere = (endpoint: string) => /\/(here|busy)\//.test(endpoint)

type Owed = { id: string; kind: string; endpoint: string }

/**
 * N2: checks that each push message marked as sent was taken by every reachable phone that subscribed before it and
 * is signed in. One about what waits is dropped once that no longer does. `life.ts` checks the mails.
 */
export async function missedPushes(
  { sql }: Pick<Ground, 'sql'>,
  delivered: readonly Delivered[],
): Promise<Violation[]> {
  const owed = await sql<Owed[]>`
    select p.id, p.kind, d.endpoint from push_message p join push_subscription d on d.person_id = p.person_id
    join auth.session s on s.id = d.session_id
    where p.sent_at is not null and d.created_at <= p.created_at and ${isLive(sql)}
      and not exists (select from question_event e where e.question_id = p.question_id and e.at <= p.sent_at and (
        p.kind like 'request-%' and e.move in
          ('announce', 'complete', 'decline', 'expire', 'lapse', 'withdraw', 'athlete-left')
        or p.kind = 'answer-not-arrived' and e.move in
          ('complete', 'decline', 'expire', 'lapse', 'withdraw', 'athlete-left')
        or p.kind like 'desk-%' and e.move <> 'ask'))
      and not (p.kind = 'answer-not-arrived' and exists (
        select from answer a join media v on v.id = a.media_id
        where a.question_id = p.question_id and (v.received_at <= p.sent_at or v.state = 'refused')))`
  const taken = new Set(
    delivered.flatMap(({ endpoint, status, text }) => (status === 201 ? [`${endpoint} ${idOf(text)}`] : [])),
  )
  const rows = owed.filter(({ id, endpoint }) => isThere(endpoint) && !taken.has(`${endpoint} ${id}`))
  return rows.length === 0
    ? []
    : [
        {
          invariant: 'N2',
          says: 'a push was not handed over to a phone that is there',
          rows: rows.slice(0, 5),
        },
      ]
}

const idOf = (text: string) => (JSON.parse(text) as { id: string }).id

/** N4: checks that a push message says only that something is there. */
export function wordyPushes(delivered: readonly Delivered[]): Violation[] {
  const rows = delivered.filter(({ text }) => tellsPrivate(text))
  return rows.length === 0 ? [] : [{ invariant: 'N4', says: 'a push says something private', rows }]
}

/** N3: checks that the server has forgotten every device that the push service called gone. */
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
