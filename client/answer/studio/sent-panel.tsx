import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { type Pending, saidOf } from '../../store/pending.ts'
import { isHeldBack, networkKind, readSendingChoice } from '../../store/sending/network-preference.ts'
import { StageWords } from '../../store/stage-words.tsx'
import { usePending, useStored, useUnsent } from '../../store/use-device.ts'
import { formatDeadline, formatUntil } from '../../text/format.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { useFocusWhenShown } from '../../ui/focus-when-shown.ts'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AskerLine } from '../asker-line.tsx'
import { SendInsteadButton } from '../give-button.tsx'
import { RecallButton } from '../recall-button.tsx'
import { OwnTakes, WatchTools } from '../take-tools.tsx'
import { useWaiting } from '../use-waiting.ts'
import type { Waiting } from '../waiting.ts'
import { rowWords, sentNews, sentTitle, underWayOf } from './sent-words.ts'
import { StudioLayout } from './studio-layout.tsx'
import type { DealtWith } from './studio-stage.ts'

type SentPanelProps = {
  shot: Shot
  question: QuestionDocument
  asker: Partner | null
  stage: DealtWith
  now: number
  /** Opens the recorder; `over` is the take on its way from here that the new one replaces, if there is one. */
  onRecord: (over: string | null) => void
  /** Whether this question was the last of several answered in a row. */
  isRow: boolean
}

/** Renders the page after sending: how far the answer is, and the next question that waits. */
export function SentPanel({ shot, question, asker, stage, now, onRecord, isRow }: SentPanelProps) {
  const isDelivered = question.status === 'completed'
  const pending = underWayOf(usePending(question.id, { delivered: isDelivered }), stage)
  const { waiting } = useWaiting()
  const { answers } = useUnsent()
  // The button that sent the answer is gone.
  const news = useFocusWhenShown<HTMLDivElement>()
  const next = waiting.find((each) => each.question.id !== question.id) ?? null
  return (
    <StudioLayout
      actions={
        <>
          <RecoveryCard {...shot} onKept={tellKept} />
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
          <ButtonLink
            to="/dashboard"
            search={{ tab: 'conversations' }}
            tone={next ? 'secondary' : 'primary'}
            wide
          >
            Back to your dashboard
          </ButtonLink>
        </>
      }
    >
      <section className="relative isolate -mx-5 flex flex-1 flex-col justify-center overflow-hidden px-5 py-12 md:-mx-7 md:px-7">
        <ChalkLines
          name="track"
          className="-z-10 absolute inset-0 size-full text-line max-md:hidden md:mask-t-from-85% md:mask-r-from-85%"
        />
        <ChalkLines
          name="track"
          marked={false}
          className="-z-10 absolute inset-0 size-full text-line md:hidden"
        />
        {/* The per cent of the upload stands outside every status, because it changes several times a second. */}
        <div ref={news} role="status" tabIndex={-1}>
          {pending !== undefined && <h3 className="display text-4xl">{sentTitle(stage, pending)}</h3>}
          <div className="mt-5 grid max-w-sm gap-3 has-[*]:mb-3">
            {isRow && answers > 1 && (
              <p className="text-lg text-pretty">
                {answers} {rowWords()}
              </p>
            )}
            {stage.byOther && (
              <StatusLine icon="info">
                Another video had arrived first, and it is your answer. This recording was not sent on.
              </StatusLine>
            )}
            {stage.isComing && <ComingLines question={question} stage={stage} now={now} />}
          </div>
        </div>
        <div className="grid max-w-sm gap-3">
          {pending && (
            <PendingLine pending={pending} after={sentNews(pending, question, asker, stage.mayReplace)} />
          )}
        </div>
      </section>
      <SentTake stage={stage} onRecord={onRecord} />
      <div className="mb-6 empty:hidden">
        <OwnTakes
          takes={stage.leftOver}
          more={(take) =>
            stage.mayReplace && (
              <div className="mb-3">
                <SendInsteadButton take={take} over={stage.take?.id ?? null} isFree={stage.isFree} />
              </div>
            )
          }
        />
      </div>
      {next && <NextCard next={next} now={now} />}
    </StudioLayout>
  )
}

/**
 * Says that the answer was announced and its video is not here: another device may have it, or a browser cleared
 * it. So the answer can be recorded here.
 */
function ComingLines({ question, stage, now }: Pick<SentPanelProps, 'question' | 'stage' | 'now'>) {
  const until = stage.isFree ? null : question.graceEndsAt
  return (
    <>
      <StatusLine icon="upload">
        Its video has not reached us. If it is on another device, open the app there
        {stage.mayReplace ? ', or record it again here.' : '.'}
      </StatusLine>
      {stage.mayReplace && (
        <p className="text-lg text-pretty">
          The first video that arrives is your answer
          {until === null ? '.' : `. It must be here by ${formatUntil(until, now)}.`}
        </p>
      )}
    </>
  )
}

/** Renders the take on its way from here, to watch, to save and, until it has arrived, to replace. */
function SentTake({ stage, onRecord }: Pick<SentPanelProps, 'stage' | 'onRecord'>) {
  const { take, mayReplace, mayRecall, isComing } = stage
  if (!take && !(isComing && mayReplace)) return null
  return (
    <section aria-label="Your answer" className="mb-6 grid justify-items-start gap-3">
      {take && <WatchTools take={take}>{mayRecall && <RecallButton take={take} />}</WatchTools>}
      {mayReplace && (
        <Button tone="secondary" icon="camera" onClick={() => onRecord(take?.id ?? null)}>
          {take ? 'Record it again' : 'Record it again here'}
        </Button>
      )}
    </section>
  )
}

/** Tells the athlete where a recovered recording is, because it is not sent with the answer. */
function tellKept(): void {
  showToast({ text: 'The recording is kept. It is in your outbox, too.', tone: 'success' })
}

/** Says what a complete video waits for; if the browser does not know Wi-Fi, that is the switch in the outbox. */
function waitLine(isHeld: boolean): string {
  if (!isHeld) return 'Waiting to be sent'
  const how = networkKind() === 'unknown' ? 'is held back' : 'waits for Wi-Fi'
  return `Your answer is saved. Its video ${how}, as you chose in the outbox.`
}

function PendingLine({ pending, after }: { pending: Pending; after: string }) {
  const choice = useStored(readSendingChoice)
  const isHeld = choice !== null && isHeldBack(choice)
  const { stage, percent, line, refusal } = pending
  const words = refusal ? refusalText(refusal) : stage === 'saved' ? waitLine(isHeld) : line
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
        <StageWords said={saidOf({ stage, line: words })} line={words} />
      </StatusLine>
      {stage === 'uploading' && <Meter value={percent / 100} label="Uploading your answer" />}
      <p role="status" className="text-lg text-pretty empty:hidden">
        {after}
      </p>
    </>
  )
}

function NextCard({ next: { question, asker }, now }: { next: Waiting; now: number }) {
  return (
    <section aria-label="Next question" className="card grid grid-cols-1 gap-4 p-5">
      <p className="label text-muted text-sm">Next, still waiting</p>
      <p className="display text-2xl [overflow-wrap:anywhere]">{question.subject}</p>
      <AskerLine asker={asker} size="small" />
      {question.dueAt !== null && <StatusLine icon="clock">{formatDeadline(question.dueAt, now)}</StatusLine>}
    </section>
  )
}
