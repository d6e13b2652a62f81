import { type FormEvent, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAccountCall } from '../use-account-call.ts'

type RenameFormProps = { id: string; name: string; onDone: () => Promise<void>; onCancel: () => void }

/** Renames a passkey, so that its owner knows which device holds it. */
export function RenameForm({ id, name, onDone, onCancel }: RenameFormProps) {
  const { isBusy, error, send } = useAccountCall()
  const [typed, setTyped] = useState(name)
  const save = async () => {
    if ((await send(CALLS.renamePasskey, { id, name: typed.trim() })).ok) await onDone()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={onSubmit} method="post" className="grid gap-3" noValidate>
      <TextField
        label="Name of the passkey"
        autoComplete="off"
        autoFocus
        limit={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FieldError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" loading={isBusy} disabled={typed.trim() === ''}>
          Save
        </Button>
        <Button tone="secondary" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
