import { useEffect, useRef } from 'react'
import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { enterSession } from '../enter-session.ts'
import { useAccountCall } from '../use-account-call.ts'
import { arePasskeysKnown } from './known.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Signing in without typing anything: a passkey says whose it is. */
export function PasskeySignIn() {
  const { error, send } = useAccountCall()
  const enter = async (passkey: PasskeyProof) => {
    if ((await send(CALLS.passkeySignIn, { passkey })).ok) await enterSession()
  }
  useOfferedPasskey(enter)
  return (
    <div className="grid gap-2">
      <PasskeyButton label="Sign in with a passkey" onSigned={enter} />
      <FieldError error={error} />
    </div>
  )
}

/** A challenge may be signed for five minutes: a form that stays open asks for another one before. */
const RENEW_MS = 4 * 60_000

/**
 * Has the browser offer this device's passkeys among its suggestions where the address is typed, as long as the form is
 * there and no passkey was asked for in another way. Nothing where the browser does not know how.
 */
function useOfferedPasskey(onSigned: (passkey: PasskeyProof) => unknown): void {
  const latest = useRef(onSigned)
  latest.current = onSigned
  useEffect(() => {
    const left = new AbortController()
    void offer(left.signal, (passkey) => latest.current(passkey))
    return () => left.abort()
  }, [])
}

async function offer(left: AbortSignal, onSigned: (passkey: PasskeyProof) => unknown): Promise<void> {
  if (!arePasskeysKnown() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const loaded = await import('./passkey.ts').catch(() => null)
  while (loaded && !left.aborted) {
    const stale = AbortSignal.timeout(RENEW_MS)
    const signed = await loaded.signWithPasskey(AbortSignal.any([left, stale]))
    if (signed?.ok && !left.aborted) await onSigned(signed.value)
    // whoever was refused, let it be or has no network finds the button
    if (signed || !stale.aborted) return
  }
}
