import type { ComponentProps } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { ConfirmDialog } from '../office/confirm-dialog.tsx'

type ReasonDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'disabled' | 'onConfirm'> & {
  /** What the reason is for and of which thing; the device keeps the typed words under it until they are sent. */
  of: string
  /** Acts on the reason, and tells the admin the outcome. */
  onSend: (reason: string) => Promise<CallResult<unknown>>
}

/** Checks whether the act was refused because nothing is left to be done, so that its reason is of no more use. */
const isOver = (outcome: Extract<CallResult<unknown>, { ok: false }>) =>
  !isNetworkError(outcome) && /^already-|^not-found$/.test(outcome.refusal.code)

/** Asks for a reason before an admin holds, resumes, cancels or drops something. The team can read it later. */
export function ReasonDialog({ of, tone = 'primary', children, onSend, ...rest }: ReasonDialogProps) {
  const { text: reason, change } = useKeptText(`desk-reason ${of}`)
  const send = async () => {
    const outcome = await onSend(reason.trim())
    if (outcome.ok || isOver(outcome)) change('')
    return outcome
  }
  return (
    <ConfirmDialog
      {...rest}
      tone={tone}
      disabled={reason.trim() === '' || countCharacters(reason.trim()) > LIMITS.noteCharacters}
      onConfirm={send}
    >
      <div className="grid gap-4">
        {children}
        <TextArea
          label="Reason"
          hint="Kept with it, for the team."
          rows={3}
          limit={LIMITS.noteCharacters}
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
