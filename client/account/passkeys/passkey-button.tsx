import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { refuse } from '../../../sync/result.ts'
import type { CallResult } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { arePasskeysKnown } from './known.ts'

export type PasskeyButtonProps = {
  label: string
  /** Called with the proof when the device has signed. */
  onSigned: (passkey: PasskeyProof) => unknown
}

/** A button that asks this device to sign with a passkey; nothing where the browser does not support passkeys. */
export function PasskeyButton({ label, onSigned }: PasskeyButtonProps) {
  const online = useOnline()
  const { isBusy, error, setError, run } = useAccountCall()
  if (!arePasskeysKnown()) return null
  const press = async () => {
    let isLetBe = false
    const signed = await run(async (): Promise<CallResult<PasskeyProof>> => {
      const loaded = await import('./passkey.ts').catch(() => null)
      if (!loaded) return NOT_LOADED
      const result = await loaded.signWithPasskey()
      isLetBe = result === null
      return result ?? refuse('wrong-passkey')
    })
    if (signed.ok) await onSigned(signed.value)
    else if (isLetBe) setError('No passkey was used. Try again, or choose another way.')
  }
  return (
    <div className="grid gap-2">
      <Button
        tone="secondary"
        icon="lock"
        wide
        loading={isBusy}
        disabled={!online}
        onClick={() => void press()}
      >
        {label}
      </Button>
      <FieldError error={error} />
    </div>
  )
}
