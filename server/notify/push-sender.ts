import webPush from 'web-push'
import { InternalError } from '../log.ts'

/** The address and keys of a device at its push service. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** The content that a device shows: nothing private except that something has arrived. */
export type PushPayload = {
  id: string
  title: string
  body: string
  tag: string
  url: string
  /** How many questions wait for the athlete, for the app's icon; undefined for anybody else. */
  waiting?: number
}

/**
 * The push service's answer: `sent`, it accepted the push message; `gone`, the device no longer exists; `refused`, with
 * the HTTP status, it will never accept this push message for this device, for example because our key has changed. A
 * temporary failure is thrown.
 */
export type PushOutcome = 'sent' | 'gone' | { refused: number }

/** Hands push messages to the devices' push services. */
export type PushSender = {
  publicKey: string
  send(
    target: PushTarget,
    payload: PushPayload,
    options: { urgency: 'normal' | 'high'; ttlS: number },
  ): Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
const FOR_NOW = [408, 425, 429]

/** Returns a sender of web push with VAPID. */
export function webPushSender(vapid: { publicKey: string; privateKey: string; contact: string }): PushSender {
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
      // no redirects, because only the endpoint was checked against the allow-list, not where it redirects to
      const { status } = await fetch(request.endpoint, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: new Uint8Array(request.body as Buffer),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (status === 404 || status === 410) return 'gone'
      if (status >= 500 || FOR_NOW.includes(status))
        throw new InternalError(`the push service answered ${status}`)
      return status >= 400 ? { refused: status } : 'sent'
    },
  }
}

/** Returns a new VAPID key pair. */
export function makeVapidKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys()
}
