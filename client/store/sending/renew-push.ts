import { isNetworkError } from '../../api/call.ts'
import { getSession, watchSession } from '../../api/session.ts'
import { noteUntold } from '../../pwa/push-untold.ts'
import { retryUntilDone } from './retry-loop.ts'

const RENEW_AFTER_MS = 5_000

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
    stop = retryUntilDone(renew).stop
  }, RENEW_AFTER_MS)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function renew(): Promise<void> {
  if (getSession().state !== 'signed-in') return
  const { renewPush } = await import('../../pwa/push-subscribe.ts')
  const told = await renewPush()
  if (told && isNetworkError(told)) throw new Error('the server did not hear of the subscription')
}
