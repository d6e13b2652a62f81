import { useEffect, useRef } from 'react'
import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { anySignal } from '../../api/any-signal.ts'
import { refreshOnceMore } from '../../api/session.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { arePasskeysKnown } from './known.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Signs in with a passkey alone: the passkey identifies the account, so that the user types nothing. */
export function PasskeySignIn() {
  const { error, send } = useAccountCall()
  const enter = async (passkey: PasskeyProof) => {
    if ((await send(CALLS.passkeySignIn, { passkey })).ok) await refreshOnceMore()
  }
  useOfferedPasskey(enter)
  return (
    <div className="grid gap-2">
      <PasskeyButton label="Sign in with a passkey" onSigned={enter} />
      <FieldError error={error} />
    </div>
  )
}

/** How often an open form requests a new challenge. A challenge is valid for five minutes. */
const RENEW_MS = 4 * 60_000

/**
 * Has the browser offer this device's passkeys among the suggestions at the email field. The offer ends with the
 * form, or when the user presses a passkey button. Does nothing where the browser does not support such offers.
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
    const signed = await loaded.signWithPasskey(anySignal([left, stale]))
    if (signed?.ok && !left.aborted) await onSigned(signed.value)
    // Stop after a refusal, a cancellation or a network error: the button is there for another try.
    if (signed || !stale.aborted) return
  }
}
