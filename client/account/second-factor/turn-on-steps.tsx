import { type FormEvent, useState } from 'react'
import type { NewSecondFactor, RecoveryCodes } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { CodeField } from './code-field.tsx'
import { NewKey } from './new-key.tsx'
import { RecoveryCodesCard } from './recovery-codes.tsx'

/** Turns the second factor on: asks for the password, shows the key, checks the first code, shows recovery codes. */
export function TurnOnSteps({ onOn, onDone }: { onOn: () => void; onDone: () => void }) {
  const { isBusy, error, send } = useAccountCall()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<NewSecondFactor | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = async () => {
    const begun = await send<NewSecondFactor>(CALLS.beginSecondFactor, { password })
    if (begun.ok) setShown(begun.value)
  }
  const confirm = async ({ sealed }: NewSecondFactor) => {
    const confirmed = await send<RecoveryCodes>(CALLS.confirmSecondFactor, { sealed, code })
    if (confirmed.ok) {
      setCodes(confirmed.value.recoveryCodes)
      onOn()
    }
    // Start again, because the key has expired.
    else if ('refusal' in confirmed && confirmed.refusal.code === 'set-up-expired') setShown(null)
  }
  if (codes) return <RecoveryCodesCard codes={codes} of="app" onKept={onDone} />
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void (shown ? confirm(shown) : begin())
  }
  return (
    <form onSubmit={onSubmit} method="post" className="card grid gap-4 p-5" noValidate>
      {shown ? (
        <>
          <NewKey shown={shown} />
          <CodeField value={code} onChange={setCode} />
        </>
      ) : (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <FieldError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isBusy} disabled={shown ? code === '' : password === ''}>
          {shown ? 'Turn it on' : 'Continue'}
        </Button>
        <Button tone="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
