import { type FormEvent, useState } from 'react'
import type { AddPasskeyAnswer, BeginPasskeyCall, NewPasskey } from '../../../sync/account/passkey.ts'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { RecoveryCodesCard } from '../second-factor/recovery-codes.tsx'
import { RenewCodes } from '../second-factor/renew-codes.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { arePasskeysKnown } from './known.ts'
import { makePasskey } from './passkey.ts'
import { PasskeyRow } from './passkey-row.tsx'

type PasskeyPanelProps = {
  safety: SafetyAnswer
  online: boolean
  onChanged: () => Promise<void>
}

/** The profile panel for the account's passkeys, where the user can add, rename and remove them. */
export function PasskeyPanel({ safety, online, onChanged }: PasskeyPanelProps) {
  const { passkeys, secondFactor } = safety
  const isFirst = passkeys.length === 0 && !secondFactor.isOn
  // The server refuses to remove the last factor of a member of the team.
  const isLastFactor = passkeys.length === 1 && !secondFactor.isOn && !secondFactor.isNeeded
  const { add, codes, forgetCodes, isBusy, error } = useAdding(onChanged)
  const adder = useFocusMoved<HTMLButtonElement>(codes ? 'codes' : passkeys.length)
  if (codes) {
    const kept = () => {
      forgetCodes()
      void onChanged()
    }
    return <RecoveryCodesCard codes={codes} of="passkey" onKept={kept} />
  }
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    void add(isFirst ? { password: String(password) } : {})
  }
  return (
    <div className="grid max-w-xl gap-4">
      <p className="text-muted text-pretty">
        A passkey signs you in with your fingerprint, your face or your device’s passcode, and cannot be given
        away by mistake.
        {isFirst && ' With it, your password alone no longer signs you in, and other devices are signed out.'}
      </p>
      {passkeys.length > 0 && (
        <ul className="card divide-y">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isLastFactor={isLastFactor}
              online={online}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {passkeys.length > 0 && !secondFactor.isOn && (
        <>
          <p className="text-muted text-sm">
            Recovery codes left: {secondFactor.recoveryCodesLeft}. Each signs you in once without a passkey.
          </p>
          <RenewCodes online={online} onRenewed={onChanged} />
        </>
      )}
      <FieldError error={error} />
      {arePasskeysKnown() ? (
        <form onSubmit={begin} method="post" className="grid gap-4" noValidate>
          {isFirst && (
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              disabled={!online}
            />
          )}
          <Button
            ref={adder}
            type="submit"
            tone="secondary"
            icon="plus"
            className="justify-self-start max-sm:w-full"
            loading={isBusy}
            disabled={!online}
          >
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className="text-muted text-sm">This browser has no passkeys to add.</p>
      )}
    </div>
  )
}

function useAdding(onChanged: () => Promise<void>) {
  const { isBusy, error, setError, send } = useAccountCall()
  const [codes, setCodes] = useState<string[] | null>(null)
  const add = async (shown: BeginPasskeyCall) => {
    const asked = await send<NewPasskey>(CALLS.beginPasskey, shown)
    if (!asked.ok) return
    const made = await makePasskey(asked.value)
    if (!made) return setError('No passkey was made. Nothing was changed: try again when you like.')
    if (!made.ok) return setError(refusalText(made.refusal))
    const added = await send<AddPasskeyAnswer>(CALLS.addPasskey, { ...made.value, name: thisDevice() })
    if (!added.ok) return
    if (added.value.recoveryCodes) setCodes(added.value.recoveryCodes)
    else {
      showToast({ text: 'Your passkey was added.', tone: 'success' })
      await onChanged()
    }
  }
  return { add, codes, forgetCodes: () => setCodes(null), isBusy, error }
}

/** Returns the name of a new passkey until the user renames it. */
function thisDevice(): string {
  const system = /iPhone|iPad|Android|Windows|Mac|CrOS|Linux/.exec(navigator.userAgent)?.[0]
  return system ? `Passkey on ${system}` : 'Passkey'
}
