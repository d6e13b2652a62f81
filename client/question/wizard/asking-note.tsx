import { useSession } from '../../api/session.ts'
import { readSubject, useStored } from '../../store/use-device.ts'
import { formatMoney } from '../../text/format-money.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { AskDraft } from '../asking/ask-draft.ts'
import { isAskedDirectly } from '../asking/want-asked.ts'
import { signInFirst } from '../unsent/read-unsent.ts'

type AskingNoteProps = {
  /** Whether the server has not made the question within the time that the page looks for it. */
  isLate: boolean
  draft: Pick<AskDraft, 'questionId' | 'video'>
  amountCents: number
}

/** Says whether the question is with the server, so that the fan may close the page, or still on this device. */
export function AskingNote({ isLate, draft, amountCents }: AskingNoteProps) {
  const isWithUs = useIsWithUs(draft.questionId, amountCents)
  const isWaiting = isLate && isWithUs === false
  const { state } = useSession()
  if (isWithUs === false && state === 'ended') return <SignInFirst />
  return (
    <div className="grid gap-5 py-6">
      <Meter value={null} label="Sending your question" />
      <h3 className="display text-2xl">
        {isLate && !isWaiting ? 'Your question is on its way' : 'Sending your question'}
      </h3>
      <p role="status" className="text-muted">
        {isWithUs === false && (keepsNothing() ? WAITS_HERE : WAITS)}
        {isWithUs && (isLate ? lateWords(draft.video !== null) : CLOSE)}
      </p>
      {amountCents > 0 && (
        <StatusLine icon="lock">{formatMoney(amountCents)} is held on your card, not charged.</StatusLine>
      )}
    </div>
  )
}

/** Says that the question stays on this device, because the session is over and nothing leaves without one. */
function SignInFirst() {
  return (
    <div className="grid justify-items-start gap-5 py-6">
      <h3 className="display text-2xl">Your question is not sent yet</h3>
      <p role="status" className="text-muted">
        {signInFirst()}
      </p>
      <ButtonLink to="/signin">Sign in</ButtonLink>
    </div>
  )
}

const WAITS =
  'Your question is saved on this device. We get it as soon as you are online with this page open.'
const WAITS_HERE = 'Keep this page open. We get your question as soon as you are online.'
const CLOSE = 'You can close this page now; we take care of the rest.'

const lateWords = (hasVideo: boolean) =>
  `Everything is with us${hasVideo ? ', and we are still looking at your video' : ''}. You will get an email as soon as your question is in.`

/**
 * Returns whether the server asks the question without this device; undefined until it was looked up. It asks a paid
 * question by itself once its card is held, and a free one once it has the intent from the outbox.
 */
function useIsWithUs(questionId: string, amountCents: number): boolean | undefined {
  const stored = useStored(readSubject, questionId)
  if (amountCents > 0 || isAskedDirectly(questionId)) return true
  return stored?.entries.some(({ name, state }) => name === 'question.ask' && state === 'settled')
}
