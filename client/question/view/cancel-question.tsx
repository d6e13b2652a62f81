import { useState } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { sendNow } from '../../store/send-now.ts'
import { useDevice } from '../../store/use-device.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { atStart, spokenName } from '../../text/spoken-name.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'

type CancelQuestionProps = { question: FanQuestion; onCancelled: () => Promise<void> }

/** Withdraws a question that is not approved yet (D62). Needs a network, because the fan waits for the outcome. */
export function CancelQuestion({ question, onCancelled }: CancelQuestionProps) {
  const device = useDevice()
  const online = useOnline()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { amountCents, questionId, athlete } = question

  const cancel = async () => {
    if (isBusy) return
    setBusy(true)
    const outcome = await sendNow(device, { name: 'question.cancel', args: { questionId } })
    await onCancelled()
    setBusy(false)
    setOpen(false)
    if (outcome.ok) showToast({ text: 'Your question is withdrawn.', tone: 'success' })
    else
      showToast({ text: isNetworkError(outcome) ? NOT_REACHED : problemOf(outcome.refusal), tone: 'danger' })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button tone="secondary" size="small" disabled={!online} onClick={() => setOpen(true)}>
        Withdraw this question
      </Button>
      {!online && <StatusLine icon="offline">Withdrawing it needs a network.</StatusLine>}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        role="alertdialog"
        title="Withdraw your question?"
        keep="Keep it"
        footer={
          <Button tone="danger" loading={isBusy} onClick={cancel}>
            Withdraw it
          </Button>
        }
      >
        <p>
          {atStart(spokenName(athlete))} will not be asked to answer it.{' '}
          {amountCents > 0 && `The hold of ${formatMoney(amountCents)} is released in full.`}
        </p>
      </Dialog>
    </div>
  )
}

const NOT_REACHED = 'We could not be reached, so your question stays as it is. Try again in a moment.'

function problemOf(refusal: Parameters<typeof refusalText>[0]): string {
  const isElsewhere = refusal.code === 'not-found' || refusal.code === 'not-allowed'
  return isElsewhere
    ? 'Only the person who asked can withdraw it. Open this page in the browser you asked from, or sign in.'
    : refusalText(refusal)
}
