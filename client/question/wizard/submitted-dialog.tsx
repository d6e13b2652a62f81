import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { noteTold } from '../../ui/toasts.ts'
import type { AskedQuestion } from '../asking/use-ask-flow.ts'

type SubmittedDialogProps = AskedQuestion & { athlete: PublicAthlete; onClose: () => void }

/** Returns the text for a question without a hold, where there is nothing to refund. */
const freeBody = ({ firstName }: PublicAthlete) =>
  `Check your spam folder for the confirmation email. If your request is approved, ${firstName} has 3 days to answer. You pay nothing either way.`

/** Renders "Question Submitted!" (S1-2.106–108, S1-4.18), with a link to the private page. */
export function SubmittedDialog(props: SubmittedDialogProps) {
  const { athlete, email, viewPath, isPaid, wasEarlier, onClose } = props
  useEffect(() => {
    if (!wasEarlier)
      noteTold({
        text: `${COPY.submittedTitle} Our team screens it before ${athlete.firstName} sees it.`,
        tone: 'success',
      })
  }, [wasEarlier, athlete.firstName])
  return (
    <Dialog
      open
      onClose={onClose}
      title={COPY.submittedTitle}
      keep="Done"
      footer={
        viewPath && (
          <ButtonLink
            to="/view/$token"
            params={{ token: viewPath.split('/').at(-1) ?? '' }}
            iconAfter="arrow-right"
          >
            Follow your question
          </ButtonLink>
        )
      }
    >
      <ChalkLines
        name="track"
        className="-mx-5 mb-5 h-32 w-[calc(100%+2.5rem)] border-y bg-sunken text-control md:-mx-7 md:w-[calc(100%+3.5rem)]"
      />
      {wasEarlier && (
        <p className="mb-3">
          This question to {athlete.firstName} was already sent; nothing was sent or held a second time.
        </p>
      )}
      <p className="text-lg">{isPaid ? COPY.submittedBody : freeBody(athlete)}</p>
      <p className="mt-3 text-muted text-sm">
        The email goes to <span className="[overflow-wrap:anywhere]">{email}</span>. Your private page shows
        where the question is at any time. Lost the link?{' '}
        <Link to="/lostlink" className="link text-ink">
          We send it again
        </Link>
        .
      </p>
    </Dialog>
  )
}
