import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { Refusal } from '../../../sync/result.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { useAccountCall, waysIn } from '../use-account-call.ts'
import { CodeField } from './code-field.tsx'

type StepUpDialogProps = {
  /** Of the refusal: by what it can be shown. */
  detail: Refusal['detail']
  /** Of the mailed link the call was made at; null for the session's own. */
  token: string | null
  /** Shown, or given up: then nothing was changed. */
  onSettled: (isShown: boolean) => void
}

/** Asks for the second factor once more, before something that matters; then the call that waited goes on. */
export function StepUpDialog({ detail, token, onSettled }: StepUpDialogProps) {
  const ways = waysIn(detail)
  const { isBusy, error, send } = useAccountCall()
  const [code, setCode] = useState('')
  const show = async (proof: object) => {
    const call = { ...proof, ...(token !== null && { token }) }
    if ((await send(CALLS.showFactor, call)).ok) onSettled(true)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void show({ code: code.trim() })
  }
  return (
    <Dialog open title="Confirm it is you" dismissible={false} onClose={() => onSettled(false)}>
      <form onSubmit={onSubmit} method="post" className="grid gap-5" noValidate>
        <p className="text-muted text-pretty">
          This needs your second step once more, so that nobody who finds your device or your mail open can do
          it. It counts for ten minutes.
        </p>
        {ways.includes('passkey') && (
          <PasskeyButton label="Use a passkey" onSigned={(passkey) => show({ passkey })} />
        )}
        <CodeField
          value={code}
          onChange={setCode}
          canRecover
          hasApp={ways.includes('app')}
          isFirst={!ways.includes('passkey')}
        />
        <FieldError error={error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isBusy} disabled={code.trim() === ''}>
            Continue
          </Button>
          <Button tone="secondary" disabled={isBusy} onClick={() => onSettled(false)}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
