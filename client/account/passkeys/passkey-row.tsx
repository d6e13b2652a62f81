import { useState } from 'react'
import type { Passkey } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { formatDate } from '../../text/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useAccountCall } from '../use-account-call.ts'
import { RenameForm } from './rename-form.tsx'

type PasskeyRowProps = {
  passkey: Passkey
  /** Whether the password alone signs in without this passkey, so that removing it is confirmed first. */
  isLastFactor: boolean
  online: boolean
  onChanged: () => Promise<void>
}

/** One passkey in the list, with the buttons that rename and remove it. */
export function PasskeyRow({ passkey, isLastFactor, online, onChanged }: PasskeyRowProps) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const { isBusy, error, send } = useAccountCall()
  const [isNaming, setNaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const opener = useFocusMoved<HTMLButtonElement>(isNaming)
  const remove = async () => {
    setAsking(false)
    const removed = await send(CALLS.removePasskey, { id })
    if (removed.ok) showToast({ text: `“${name}” no longer signs in.`, tone: 'success' })
    await onChanged()
  }
  const done = async () => {
    setNaming(false)
    await onChanged()
  }
  if (isNaming)
    return (
      <li className="p-4">
        <RenameForm id={id} name={name} onDone={done} onCancel={() => setNaming(false)} />
      </li>
    )
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Icon name="lock" className="size-6 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <p className="label break-words">{name}</p>
          <p className="text-muted text-sm">
            Added {formatDate(createdAt)} ·{' '}
            {lastUsedAt === null ? 'not used yet' : `last used ${formatDate(lastUsedAt)}`}
          </p>
        </div>
        <Button
          ref={opener}
          tone="quiet"
          size="small"
          disabled={isBusy || !online}
          aria-label={`Rename ${name}`}
          onClick={() => setNaming(true)}
        >
          Rename
        </Button>
        <Button
          tone="secondary"
          size="small"
          loading={isBusy}
          disabled={!online}
          aria-label={`Remove ${name}`}
          onClick={() => (isLastFactor ? setAsking(true) : void remove())}
        >
          Remove
        </Button>
      </div>
      <FieldError error={error} />
      {isAsking && <LastFactorDialog onRemove={remove} onStay={() => setAsking(false)} />}
    </li>
  )
}

/** Asks before the last factor is removed, because it also turns the second step off. */
function LastFactorDialog({ onRemove, onStay }: { onRemove: () => Promise<void>; onStay: () => void }) {
  return (
    <Dialog
      open
      role="alertdialog"
      title="Remove your last passkey?"
      onClose={onStay}
      footer={
        <>
          <Button tone="secondary" onClick={onStay} data-autofocus>
            Keep it
          </Button>
          <Button tone="danger" onClick={() => void onRemove()}>
            Yes, remove it
          </Button>
        </>
      }
    >
      <p className="text-pretty">
        From now on your password alone signs you in, and your recovery codes stop working.
      </p>
    </Dialog>
  )
}
