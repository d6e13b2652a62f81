import { useSyncExternalStore } from 'react'
import type { Refusal } from '../../sync/result.ts'

/** A call that waits until the second factor was shown once more. */
export type WantedFactor = {
  /** By what it is shown: an authenticator app, a passkey. */
  ways: readonly string[]
  /** Of the mailed door the call was made at; null for the session's own. */
  token: string | null
  /** Shown, or given up: then nothing was changed. */
  settle(isShown: boolean): void
}

let wanted: WantedFactor | null = null
const listeners = new Set<() => void>()

function publish(next: WantedFactor | null): void {
  wanted = next
  for (const listener of listeners) listener()
}

/** Has the second factor asked for, of whoever made the call; false where they gave up, or nobody can be asked. */
export function wantFactor({ detail }: Refusal, body: unknown): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  // two calls at once ask together
  const former = wanted
  return new Promise((resolve) =>
    publish({
      ways: waysIn(detail),
      token: tokenIn(body),
      settle(isShown) {
        publish(null)
        former?.settle(isShown)
        resolve(isShown)
      },
    }),
  )
}

/** The ways in which a factor is shown, as a refusal names them. */
export function waysIn(detail: Refusal['detail']): string[] {
  return String(detail?.by ?? 'app').split(' ')
}

function tokenIn(body: unknown): string | null {
  const { token } = Object(body) as { token?: unknown }
  return typeof token === 'string' ? token : null
}

/** What waits for a factor, for whoever asks for it. */
export function useWantedFactor(): WantedFactor | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
    () => null,
  )
}
