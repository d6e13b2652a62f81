import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { enterSession } from '../enter-session.ts'
import { useAccountCall } from '../use-account-call.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useOfferedPasskey } from './use-offered-passkey.ts'

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
