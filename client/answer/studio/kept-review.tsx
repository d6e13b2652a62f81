import type { ReactNode } from 'react'
import { newId } from '../../api/new-id.ts'
import type { Device, TakeRow } from '../../db/device.ts'
import { notSavedText } from '../../media/not-saved-text.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { ReviewView } from '../../media/record/review-view.tsx'
import { TrimEditor } from '../../media/trim/trim-editor.tsx'
import { LEAST_MS, type Trimmed } from '../../media/trim/trim-video.ts'
import { cutTake, restoreCut } from '../../store/cut-takes.ts'
import { keepTake } from '../../store/takes.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusWhenShown } from '../../ui/focus-when-shown.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useBusy } from '../../ui/status/use-busy.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTap } from '../../ui/use-tap.ts'
import { DeclineButton } from '../decline/decline-button.tsx'
import { tellAlready, tellNotSent } from '../not-saved.ts'
import { goesWith, type Send } from '../send-answer.ts'
import { useTakeVideo } from '../use-take-video.ts'
import { NotesPart } from './notes-part.tsx'
import { OthersGo, OtherTakes } from './other-takes.tsx'
import { PickFile } from './pick-file.tsx'

type KeptReviewProps = {
  shot: Shot
  take: TakeRow
  /** The other takes for the question; sending this one deletes those that are kept. */
  others: readonly TakeRow[]
  /** Puts another take in this one's place, or the latest with null. */
  onChoose: (takeId: string | null) => void
  /** Sends the take. `sendLabel` is on the button; `sendNote` above it says what sending means, or what it earns. */
  send: Send
  sendLabel: string
  sendNote: ReactNode
  isTrimming: boolean
  onTrim: (is: boolean) => void
  onRecord: () => void
  onSent: () => void
  /** The other ways to deal with the question; without it, there are none. */
  turn?: Turn
}

export type Turn = {
  asker: string
  /** Called after a decline; the take stays in the outbox, where the athlete chooses what becomes of it. */
  onDealtWith: () => void
  /** Goes to the next question of a row; null when there is none. */
  onSkip: (() => void) | null
}

/** Renders a take that is saved here and not sent: a chosen file, one left when the app closed, or one to trim. */
export function KeptReview({
  shot,
  take,
  others,
  onChoose,
  send,
  sendLabel,
  sendNote,
  isTrimming,
  onTrim,
  onRecord,
  onSent,
  turn,
}: KeptReviewProps) {
  const blob = useTakeVideo(take)
  const [isSending, run] = useBusy()
  // The button that was pressed to come here is gone, as when another take is chosen or a cut has ended.
  const line = useFocusWhenShown<HTMLDivElement>(blob !== null && !isTrimming)
  const tapSend = useTap(() =>
    run(async () => {
      const sent = await send()
      if (!sent.ok) tellNotSent(sent.notSaved)
      else if (sent.value === 'already') tellAlready()
      else onSent()
    }),
  )
  if (!blob) return <Skeleton className="absolute inset-0" />
  const footage = { blob, durationMs: take.durationMs, ending: 'person' } as const
  if (isTrimming) {
    return (
      <TrimEditor
        blob={blob}
        durationMs={take.durationMs}
        onTrimmed={async (trimmed) => {
          const shorterId = await keepTrimmed(shot.device, take, trimmed)
          if (shorterId) onChoose(shorterId)
          onTrim(false)
        }}
        onCancel={() => onTrim(false)}
      />
    )
  }
  return (
    <div className="absolute inset-0 flex flex-col">
      <ReviewView footage={footage} line={line}>
        <RecoveryCard {...shot} />
        <KeptActions
          {...{ shot, turn, onRecord }}
          isDisabled={isSending}
          onTrim={take.durationMs > 2 * LEAST_MS ? () => onTrim(true) : null}
          onPicked={() => onChoose(null)}
        />
        <NotesPart questionId={take.questionId} className="-my-1" />
        <UndoTrim take={take} isDisabled={isSending} onUndone={onChoose} />
        <OtherTakes others={others} isDisabled={isSending} onChoose={onChoose} />
        {sendNote}
        <OthersGo goes={goesWith(take, others)} />
        <Button ref={tapSend} size="large" wide loading={isSending}>
          {sendLabel}
        </Button>
      </ReviewView>
    </div>
  )
}

type UndoTrimProps = { take: TakeRow; isDisabled: boolean; onUndone: (longerId: string) => void }

/** Renders the button that restores the recording from before the trim, as long as it is on this device. */
function UndoTrim({ take, isDisabled, onUndone }: UndoTrimProps) {
  const device = useDevice()
  const longer = useStored((from) => from.takes.where({ state: 'cut' }).toArray(), take.id)
  const former = longer?.find(({ cutInto }) => cutInto === take.id)
  if (!former) return null
  return (
    <Button
      tone="quiet"
      size="small"
      icon="retry"
      disabled={isDisabled}
      className="-my-1 -ml-3.5 justify-self-start"
      onClick={() => void restoreCut(device, take.id).then((isRestored) => isRestored && onUndone(former.id))}
    >
      Undo the trim
    </Button>
  )
}

type KeptActionsProps = Pick<KeptReviewProps, 'shot' | 'turn' | 'onRecord'> & {
  isDisabled: boolean
  /** Opens the trimmer; null when the take is too short to trim. */
  onTrim: (() => void) | null
  /** Called once another video was picked and is safe on this device. */
  onPicked: () => void
}

/** Renders what the athlete can do with a kept take besides sending it, and with its question. */
export function KeptActions({ shot, turn, onRecord, isDisabled, onTrim, onPicked }: KeptActionsProps) {
  const isAlone = !turn?.onSkip
  return (
    <div className="grid grid-cols-[repeat(2,minmax(max-content,1fr))] items-start gap-3 max-[22rem]:grid-cols-[auto_minmax(0,1fr)]">
      {turn && (
        // Decline stands far from the button that sends, so that a missed press does not hit it.
        <div className="col-span-2 -my-1 -ml-3.5 justify-self-start">
          <DeclineButton
            questionId={shot.questionId}
            asker={turn.asker}
            isDisabled={isDisabled}
            onDeclined={turn.onDealtWith}
            isQuiet
          />
        </div>
      )}
      <Button tone="secondary" icon="camera" wide disabled={isDisabled} onClick={onRecord}>
        Record again
      </Button>
      <Button
        tone="secondary"
        icon="scissors"
        wide
        disabled={isDisabled || !onTrim}
        onClick={() => onTrim?.()}
      >
        Trim
      </Button>
      <div className={isAlone ? 'col-span-2' : 'has-[progress,[role=alert]:not(:empty)]:col-span-2'}>
        <PickFile shot={shot} isDisabled={isDisabled} onKept={onPicked} />
      </div>
      {turn?.onSkip && (
        <Button tone="secondary" wide iconAfter="arrow-right" disabled={isDisabled} onClick={turn.onSkip}>
          Skip
        </Button>
      )}
    </div>
  )
}

/** Replaces the take with the trimmed one, and returns its id; the longer one is kept until sending. */
async function keepTrimmed(
  device: Device,
  take: TakeRow,
  { blob, durationMs }: Trimmed,
): Promise<string | null> {
  const { purpose, questionId, dueAt, about, source, recordedAt } = take
  const shorter = {
    id: newId(),
    purpose,
    questionId,
    dueAt,
    about,
    source,
    recordedAt,
    type: blob.type,
    durationMs,
    blob,
  }
  const kept = await keepTake(device, shorter)
  if (!kept.ok) {
    showToast({ text: notSavedText(kept.notSaved), tone: 'danger' })
    return null
  }
  await cutTake(device, take.id, shorter.id)
  return shorter.id
}
