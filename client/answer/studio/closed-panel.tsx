import { checkGift } from '../../../sync/answer/submit.ts'
import type { QuestionDocument } from '../../../sync/collections.ts'
import type { TakeRow } from '../../store/device.ts'
import { formatSoon, formatTimer } from '../../text/format.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { GiveButton } from '../give-button.tsx'
import { TakeTools } from '../take-tools.tsx'
import { StudioLayout } from './studio-layout.tsx'

type ClosedPanelProps = { question: QuestionDocument | null; takes: readonly TakeRow[]; now: number }

/** A question that cannot be answered any more: why, and what was recorded for it (D5, D98). */
export function ClosedPanel({ question, takes, now }: ClosedPanelProps) {
  return (
    <StudioLayout
      actions={
        <ButtonLink to="/dashboard" wide>
          Back to your dashboard
        </ButtonLink>
      }
    >
      <h3 className="display text-3xl">{question ? 'This question is closed' : 'Not on this device'}</h3>
      <p className="mt-4 text-lg text-muted text-pretty">{question ? whyClosed(question, now) : NOT_HERE}</p>
      {takes.map((take) => (
        <section key={take.id} aria-label="Your recording" className="card mt-6 p-5">
          <p className="label">
            Your recording, <span className="figures">{formatTimer(take.durationMs / 1_000)}</span>
          </p>
          <p className="mt-1 mb-3 text-muted text-sm">It is safe on this device until you delete it.</p>
          {question && isGivable(take, question, now) && (
            <div className="mb-3">
              <GiveButton take={take} />
            </div>
          )}
          <TakeTools take={take} />
        </section>
      ))}
    </StudioLayout>
  )
}

/** What the server could not read once it cannot read as a gift either. */
function isGivable({ refusal }: TakeRow, question: QuestionDocument, now: number): boolean {
  return refusal?.code !== 'video-unreadable' && checkGift({ ...question, answered: false }, now).ok
}

const NOT_HERE =
  'This question has not reached this device, or it is not yours to answer. With a network it appears by itself.'

function whyClosed({ status, reason, dueAt, subject }: QuestionDocument, now: number): string {
  const about = `“${subject}”`
  if (reason === 'declined') return `You declined ${about}.`
  if (reason === 'payment-lapsed') return `The payment for ${about} could not be collected.`
  if (reason === 'no-answer' || (status === 'approved' && dueAt !== null && dueAt <= now)) {
    return `The time to answer ${about} ran out${dueAt === null ? '' : ` on ${formatSoon(dueAt, now)}`}. The fan is not charged.`
  }
  return `${about} was taken back or turned down in the meantime. The fan is not charged.`
}
