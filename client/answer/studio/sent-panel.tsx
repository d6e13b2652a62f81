import { COPY } from '../../../sync/copy.ts'
import type { Pending } from '../../store/pending.ts'
import { usePending } from '../../store/use-device.ts'
import { formatDeadline } from '../../text/format.ts'
import { refusalText } from '../../text/refusals.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AskerLine } from '../asker-line.tsx'
import { useWaiting } from '../use-waiting.ts'
import type { Waiting } from '../waiting.ts'
import { StudioLayout } from './studio-layout.tsx'

type SentPanelProps = { questionId: string; by: 'answer' | 'decline'; isDelivered: boolean; now: number }

/** After sending: how far it is, truthfully, and the next question that waits. */
export function SentPanel({ questionId, by, isDelivered, now }: SentPanelProps) {
  const pending = usePending(questionId, { delivered: isDelivered })
  const { waiting } = useWaiting()
  const next = waiting.find(({ question }) => question.id !== questionId) ?? null
  return (
    <StudioLayout
      actions={
        <>
          {next && (
            <ButtonLink
              to="/dashboard/answer/$questionId"
              params={{ questionId: next.question.id }}
              replace
              size="large"
              iconAfter="arrow-right"
              wide
            >
              Next question
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard" tone={next ? 'secondary' : 'primary'} wide>
            Back to your dashboard
          </ButtonLink>
        </>
      }
    >
      <section className="relative isolate -mx-5 flex flex-1 flex-col justify-center overflow-hidden px-5 py-12 md:-mx-7 md:px-7">
        <ChalkLines name="track" className="-z-10 absolute inset-0 size-full text-line" />
        <div role="status">
          <h3 className="display text-4xl">{titleOf(by, pending)}</h3>
          <div className="mt-5 grid max-w-sm gap-3">{pending && <PendingLine pending={pending} />}</div>
        </div>
      </section>
      {next && <NextCard next={next} now={now} />}
    </StudioLayout>
  )
}

function titleOf(by: SentPanelProps['by'], pending: Pending | null): string {
  if (pending?.stage === 'refused') return 'Not accepted'
  if (by === 'decline') return COPY.declined
  if (pending?.stage === 'delivered') return 'Delivered'
  if (pending && pending.stage !== 'sent') return 'Safe on this device'
  return COPY.answerSent
}

function PendingLine({ pending }: { pending: Pending }) {
  const { stage, percent, line, refusal } = pending
  const isDone = stage === 'sent' || stage === 'delivered'
  const icon = isDone
    ? 'check'
    : stage === 'waiting'
      ? 'offline'
      : stage === 'uploading'
        ? 'upload'
        : 'device'
  return (
    <>
      <StatusLine icon={icon} tone={isDone ? 'success' : 'plain'}>
        {refusal ? refusalText(refusal) : line}
      </StatusLine>
      {stage === 'uploading' && <Meter value={percent / 100} label="Uploading your answer" />}
    </>
  )
}

function NextCard({ next: { question, asker }, now }: { next: Waiting; now: number }) {
  return (
    <section aria-label="Next question" className="card grid gap-4 p-5">
      <p className="label text-muted text-sm">Next, still waiting</p>
      <p className="display text-2xl [overflow-wrap:anywhere]">{question.subject}</p>
      <AskerLine asker={asker} size="small" />
      {question.dueAt !== null && <StatusLine icon="clock">{formatDeadline(question.dueAt, now)}</StatusLine>}
    </section>
  )
}
