import { type FormEvent, useState } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { showToast } from '../../ui/toasts.ts'

const FORM = 'report-problem'

/** Lets the fan tell the team what is wrong with this question or its answer. */
export function ReportProblem({ question, token }: { question: FanQuestion; token: string }) {
  const { questionId } = question
  // A page that a former build has stored does not know.
  const words = question.hasAddress === false ? UNADDRESSED : ADDRESSED
  const online = useOnline()
  const [isOpen, setOpen] = useState(false)
  const { text, change } = useKeptText(`problem ${questionId}`)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const length = countCharacters(text.trim())
    if (isBusy || length > LIMITS.feedbackCharacters) return
    if (length === 0) return setProblem('Say what is wrong.')
    setBusy(true)
    const sent = await call(CALLS.report, { token, text })
    setBusy(false)
    if (!sent.ok) return setProblem(isNetworkError(sent) ? NOT_REACHED : refusalText(sent.refusal))
    setOpen(false)
    change('')
    showToast({ text: words.sent, tone: 'success' })
  }
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon="flag"
        disabled={!online}
        className="-ml-3.5"
        onClick={() => setOpen(true)}
      >
        Report a problem
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        dismissible={text === ''}
        title="Report a problem"
        keep="Cancel"
        footer={
          <Button type="submit" form={FORM} loading={isBusy} disabled={!online}>
            Send report
          </Button>
        }
      >
        <form id={FORM} onSubmit={send} noValidate>
          <TextArea
            label="What is wrong?"
            hint={words.hint}
            rows={4}
            limit={LIMITS.feedbackCharacters}
            readOnly={isBusy}
            value={text}
            error={problem}
            onChange={(event) => {
              setProblem(null)
              change(event.currentTarget.value)
            }}
            data-autofocus
          />
        </form>
      </Dialog>
    </>
  )
}

const ADDRESSED = {
  hint: 'Our team reads it, and answers to the address the question was asked from.',
  sent: 'Your report is with our team. They answer by mail.',
}
const UNADDRESSED = {
  hint: 'Our team reads it, and has no address to answer to. Write yours into the report if you would like an answer.',
  sent: 'Your report is with our team. They have no address to answer to.',
}

const NOT_REACHED = 'We could not be reached, and nothing was sent. Try again in a moment.'
