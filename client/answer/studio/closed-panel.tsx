import type { QuestionDocument } from '../../../sync/collections.ts'
import { isUnreadable } from '../../../sync/media/tracks.ts'
import type { TakeRow } from '../../db/device.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { formatSoon, formatUntil } from '../../text/format.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { GiveButton } from '../give-button.tsx'
import { OwnTakes } from '../take-tools.tsx'
import { freeAnswerUntil } from '../waiting.ts'
import { PickFile } from './pick-file.tsx'
import { StudioLayout } from './studio-layout.tsx'
import type { DealtWith } from './studio-stage.ts'
import type { Studio } from './use-studio.ts'

type ClosedPanelProps = {
  shot: Shot
  question: QuestionDocument | null
  takes: readonly TakeRow[]
  now: number
  /** Whether the question was shown in this studio before it disappeared. */
  wasHere?: boolean
  /** Goes to the next question of a row; null when there is none. */
  onSkip?: (() => void) | null
  /** Opens the recorder for a free answer. */
  onRecord?: () => void
}

/** Says why a question can no longer be answered, and renders the takes recorded for it (D5, D98). */
export function ClosedPanel({
  shot,
  question,
  takes,
  now,
  wasHere = false,
  onSkip = null,
  onRecord,
}: ClosedPanelProps) {
  const free = question && freeAnswerUntil(question, false, takes)
  const until = free?.ok ? free.value : null
  const mayGive = until !== null && onRecord !== undefined
  // A device with takes has had the question, so the question is gone; otherwise it may not have arrived yet.
  const isGone = !question && (wasHere || takes.length > 0)
  return (
    <StudioLayout
      actions={
        <>
          <RecoveryCard {...shot} />
          {mayGive && (
            <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
              <Button tone="secondary" wide icon="camera" onClick={onRecord}>
                Record a free answer
              </Button>
              <PickFile shot={shot} />
            </div>
          )}
          {onSkip && (
            <Button size="large" wide iconAfter="arrow-right" onClick={onSkip}>
              Next question
            </Button>
          )}
          <ButtonLink to="/dashboard" tone={onSkip ? 'secondary' : 'primary'} wide>
            Back to your dashboard
          </ButtonLink>
        </>
      }
    >
      <h3 className="display text-3xl">
        {question || isGone ? 'This question is closed' : 'Not on this device'}
      </h3>
      <p className="mt-4 text-lg text-muted text-pretty">
        {question ? whyClosed(question, now) : isGone ? goneWords(takes.length) : NOT_HERE}
      </p>
      {mayGive && (
        <p className="mt-3 text-pretty">
          You can answer for free until {formatUntil(until, now)}: the fan gets your video, nobody is charged,
          and you earn nothing for it.
        </p>
      )}
      <OwnTakes
        takes={takes}
        more={(take) =>
          until !== null &&
          !isUnreadable(take.refusal?.code) && (
            <div className="mb-3">
              <GiveButton take={{ ...take, dueAt: until }} />
            </div>
          )
        }
      />
    </StudioLayout>
  )
}

const NOT_HERE =
  'This question has not reached this device, or it is not yours to answer. Once you are online, it appears.'

/** Said when a question has left the athlete's device; the server does not tell the athlete why. */
export const GONE =
  'This question is no longer yours to answer: its fan has left, or our team is reading it again.'

/** Why an answer cannot be sent, and whether a new recording could be: as a free answer, if still possible. */
export type WhyNotSent = { text: string; mayRecord: boolean }

const KEEP_FREE = 'Keep it, and you can send it in place of the free answer that has not arrived.'

/** Returns why the answer that is being recorded can no longer be sent; null while it can. */
export function whyNotSent({
  stage,
  question,
  now,
}: Pick<Studio, 'stage' | 'question' | 'now'>): WhyNotSent | null {
  if (stage.at === 'missing') return { text: GONE, mayRecord: false }
  if (stage.at === 'closed' && question) {
    const until = freeAnswerUntil(question, false, stage.takes)
    const gift = until.ok
      ? ` Keep it, and you can send it as a free answer until ${formatUntil(until.value, now)}.`
      : ''
    return { text: `${whyClosed(question, now)}${gift}`, mayRecord: until.ok }
  }
  if (stage.at !== 'dealt-with') return null
  if (stage.mayReplace) return stage.isFree ? { text: KEEP_FREE, mayRecord: true } : null
  return { text: whyDealtWith(stage), mayRecord: false }
}

/** Says what this device knows of how the question was dealt with, in this tab, another one or on another device. */
function whyDealtWith({ by, take, byOther }: DealtWith): string {
  if (byOther) return 'Another video has answered this question in the meantime.'
  if (by === 'decline') return 'This question was declined in the meantime.'
  if (!take) return 'This question was answered in the meantime.'
  if (take.state === 'sent') return 'Your first recording has arrived in the meantime. It is your answer.'
  return 'Your first recording is on its way, and no other can take its place.'
}

function goneWords(takes: number): string {
  if (takes === 0) return GONE
  const where = keepsNothing() ? 'on this page only.' : 'safe on this device.'
  return `${GONE} ${takes === 1 ? 'Your take is' : 'Your takes are'} ${where}`
}

function whyClosed({ status, reason, dueAt, subject }: QuestionDocument, now: number): string {
  const about = `“${subject}”`
  if (reason === 'declined') return `You declined ${about}.`
  if (reason === 'payment-lapsed') return `The payment for ${about} could not be collected.`
  // An approved question is closed here only once the server has refused an answer as too late.
  if (reason === 'no-answer' || status === 'approved') {
    return `The time to answer ${about} ran out${dueAt === null ? '' : ` on ${formatSoon(dueAt, now)}`}. The fan is not charged.`
  }
  return `${about} was closed before you answered. The fan is not charged.`
}
