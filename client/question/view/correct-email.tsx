import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { AskStatusAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { CorrectEmailAnswer } from '../../../sync/question/correct-email.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { callUntilReached } from '../../api/call-until-reached.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'
import { emailProblem } from '../../text/person-problems.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { readdressKeptAsk } from '../resubmit/kept-ask.ts'
import { passSeenOn } from './use-question-view.ts'

type CorrectEmailProps = {
  questionId: string
  /** The token of the private link that opened the page; it opens nothing once a newer link is out. */
  token: string
}

/**
 * Shows the browser that asked, and no other, where the mails go, and lets it correct the address until approval;
 * after approval, whatever became of the question, only when the owner of the address has said that they did not ask.
 */
export function CorrectEmail({ questionId, token }: CorrectEmailProps) {
  const online = useOnline()
  const email = useCorrectableEmail(questionId, token)
  const [isOpen, setOpen] = useState(false)
  if (email === null) return null
  return (
    <section aria-label="Email address" className="grid justify-items-start gap-2 border-t pt-6">
      {email ? (
        <p className="text-muted text-sm">
          Your link and all updates go to <span className="[overflow-wrap:anywhere] text-ink">{email}</span>.
        </p>
      ) : (
        <p className="text-sm text-pretty">
          We took the email address off this question, because its owner says that they did not ask it or has
          left. Your question and your money are safe on this page; until you give us an address, updates
          appear only here.
        </p>
      )}
      <Button tone="secondary" size="small" disabled={!online} onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      {isOpen && <CorrectDialog {...{ questionId, token, email }} onClose={() => setOpen(false)} />}
    </section>
  )
}

/**
 * Returns the address that the server has; null for a browser that did not ask this question, or when the address
 * can no longer be changed.
 */
function useCorrectableEmail(questionId: string, token: string): string | null {
  const online = useOnline()
  const { state, confirmed } = useSession()
  const [email, setEmail] = useState<string | null>(null)
  const mayBeOurs = confirmed && (state === 'guest' || state === 'signed-in')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token says that the address is another one
  useEffect(() => {
    if (!online || !mayBeOurs) return
    const ask = () => call<AskStatusAnswer>(CALLS.askStatus, { questionId })
    return callUntilReached(ask, (status) => setEmail(status.ok ? status.value.correctableEmail : null))
  }, [questionId, token, online, mayBeOurs])
  return email
}

type CorrectDialogProps = CorrectEmailProps & { email: string; onClose: () => void }

function CorrectDialog({ questionId, token, email, onClose }: CorrectDialogProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const corrected = await call<CorrectEmailAnswer>(CALLS.correctEmail, { questionId, email: typed })
    setBusy(false)
    if (!corrected.ok)
      return setProblem(isNetworkError(corrected) ? NOT_REACHED : refusalText(corrected.refusal))
    const fresh = corrected.value.viewPath.replace('/view/', '')
    await keepCorrected(device, { questionId, token, fresh, email: typed.trim() })
    showToast({ text: `The link is on its way to ${typed.trim()}.`, tone: 'success' })
    onClose()
    await navigate({ to: '/view/$token', params: { token: fresh }, replace: true })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = emailProblem(typed)
    setProblem(wrong)
    if (wrong || isBusy) return
    if (typed.trim().toLowerCase() === email.toLowerCase()) setProblem(SAME)
    else void send()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Correct your email address"
      keep="Keep it"
      footer={
        <Button type="submit" form={questionId} loading={isBusy}>
          Send the link again
        </Button>
      }
    >
      <form id={questionId} noValidate onSubmit={onSubmit} className="grid gap-4">
        <p>We send your private link to the right address. The link that we sent before stops working.</p>
        <EmailField
          data-autofocus
          value={typed}
          error={problem}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}

type Kept = { questionId: string; token: string; fresh: string; email: string }

/** Moves what this device stores to the new link and address. A full device relies on what the server says. */
async function keepCorrected(device: Device, { questionId, token, fresh, email }: Kept): Promise<void> {
  await Promise.all([passSeenOn(device, token, fresh), readdressKeptAsk(device, questionId, email)]).catch(
    () => {},
  )
}

const SAME =
  'This is the address that we have. If our emails do not come, look among the unwanted ones, or give us another address.'
const NOT_REACHED = 'We could not be reached, so the address stays as it is. Try again in a moment.'
