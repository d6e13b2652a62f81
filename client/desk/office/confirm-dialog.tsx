import type { ReactNode } from 'react'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useBusy } from '../../ui/status/use-busy.ts'

type ConfirmDialogProps = {
  title: string
  /** The labels of the button that acts and of the button that only closes the dialog. */
  action: string
  keep: string
  tone?: 'danger' | 'primary'
  disabled?: boolean
  children: ReactNode
  /** Acts, and tells the admin the outcome. */
  onConfirm: () => Promise<CallResult<unknown>>
  onClose: () => void
}

/**
 * Asks an admin to confirm an act. The dialog stays open when no answer came from the server, so that the admin can
 * try again; the server's answer, be it a refusal, closes it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep, tone = 'danger', disabled = false, children, onConfirm, onClose } = props
  const [isBusy, whileBusy] = useBusy()
  const confirm = () =>
    whileBusy(async () => {
      const outcome = await onConfirm()
      if (outcome.ok || !isNetworkError(outcome)) onClose()
    })
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onClose}
      keep={keep}
      footer={
        <Button tone={tone} loading={isBusy} disabled={disabled} onClick={() => void confirm()}>
          {action}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
