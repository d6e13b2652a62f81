import type { CallResult } from '../../api/call.ts'
import { callUntilReached } from '../../api/call-until-reached.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { getSession, watchSession } from '../../api/session.ts'
import { noteUntold } from '../../pwa/push-untold.ts'

const RENEW_AFTER_MS = 5_000
const NOTHING_TO_TELL: CallResult<unknown> = { ok: true, value: null }

/**
 * Registers this device's push subscription with the server again, because subscriptions get lost unnoticed: some
 * seconds from now, and after each sign-in to this account whose session had ended, because the subscription ended
 * with it. Returns the function that stops it.
 */
export function keepPushTold(account: string): () => void {
  if (account === 'guest') return () => {}
  let hasEnded = false
  let stop = renewLater()
  const look = () => {
    const session = getSession()
    if (session.account !== account) return
    if (session.state === 'ended') noteUntold()
    else if (hasEnded) {
      stop()
      stop = renewLater()
    }
    hasEnded = session.state === 'ended'
  }
  look()
  const unwatch = watchSession(look)
  return () => {
    unwatch()
    stop()
  }
}

/** Renews the subscription in some seconds, and again until the server was reached. */
function renewLater(): () => void {
  let stop = () => {}
  const timer = setTimeout(() => {
    stop = callUntilReached(renew, () => {})
  }, RENEW_AFTER_MS)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function renew(): Promise<CallResult<unknown>> {
  if (getSession().state !== 'signed-in') return NOTHING_TO_TELL
  try {
    const { renewPush } = await import('../../pwa/push-subscribe.ts')
    return (await renewPush()) ?? NOTHING_TO_TELL
  } catch {
    return NOT_LOADED
  }
}
