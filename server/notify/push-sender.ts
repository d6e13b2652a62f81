import webPush from 'web-push'
import { InternalError } from '../log.ts'

/** Where a device is reached. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** What a device shows: nothing private beyond that something is there. */
export type PushPayload = {
  id: string
  title: string
  body: string
  tag: string
  url: string
  /** How many questions wait for the athlete it goes to, for the app's icon; nobody else has any. */
  waiting?: number
}

/**
 * What a push service says: it has the push, the device is no longer there, or it will never take this push for this
 * device (a key that is not ours any more, say). That it cannot just now is thrown.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused'

/** Hands a push to the device's push service. */
export type PushSender = {
  publicKey: string
  send(
    target: PushTarget,
    payload: PushPayload,
    options: { urgency: 'normal' | 'high'; ttlS: number },
  ): Promise<PushOutcome>
}

type Delivery = (request: {
  endpoint: string
  method: string
  headers: Record<string, string>
  body: Buffer
}) => Promise<number>

const TIMEOUT_MS = 10_000
const FOR_NOW = [408, 425, 429]

/** Web push with VAPID. `deliver` is the network; a test gives its own endpoint. */
export function webPushSender(
  vapid: { publicKey: string; privateKey: string; contact: string },
  deliver: Delivery = deliverOverNetwork,
): PushSender {
  return {
    publicKey: vapid.publicKey,
    async send(target, payload, { urgency, ttlS }) {
      const request = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject: vapid.contact, publicKey: vapid.publicKey, privateKey: vapid.privateKey },
          TTL: ttlS,
          urgency,
          contentEncoding: 'aes128gcm',
        },
      )
      const status = await deliver({
        endpoint: request.endpoint,
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: request.body as Buffer,
      })
      if (status === 404 || status === 410) return 'gone'
      if (status >= 500 || FOR_NOW.includes(status))
        throw new InternalError(`the push service answered ${status}`)
      return status >= 400 ? 'refused' : 'sent'
    },
  }
}

async function deliverOverNetwork({
  endpoint,
  method,
  headers,
  body,
}: Parameters<Delivery>[0]): Promise<number> {
  // no redirects: an endpoint was checked against the allow-list, where it would send us was not
  const answer = await fetch(endpoint, {
    method,
    headers,
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return answer.status
}

/** A fresh VAPID key pair. */
export function makeVapidKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys()
}
