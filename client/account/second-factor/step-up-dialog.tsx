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
  /** The detail of the refusal, which names the accepted kinds of second factor. */
  detail: Refusal['detail']
  /** The token of the mailed link by which the call was made; null for a call of the session. */
  token: string | null
  /** Called with true when the second factor was accepted, and with false when the user cancelled. */
  onSettled: (isShown: boolean) => void
}

/** Asks for the second factor again before a sensitive call. The waiting call continues after it. */
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
