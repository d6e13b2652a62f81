import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { LITTLE_BYTES, useStorage } from '../../media/use-storage.ts'
import { formatBytes } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { DeclineButton } from '../decline/decline-button.tsx'
import { NotesPart } from './notes-part.tsx'
import { PickFile } from './pick-file.tsx'
import { QuestionCard } from './question-card.tsx'
import { StudioLayout } from './studio-layout.tsx'

type LobbyProps = {
  shot: Shot
  question: QuestionDocument
  asker: Partner | null
  now: number
  onRecord: () => void
  /** Called after a decline, when the question needs nothing more. */
  onDealtWith: () => void
  /** Goes to the next question of a row; null when there is none. */
  onSkip: (() => void) | null
}

/** Renders the question in full before the recording, and the ways to deal with it. */
export function Lobby({ shot, question, asker, now, onRecord, onDealtWith, onSkip }: LobbyProps) {
  return (
    <StudioLayout
      actions={
        <>
          <RoomWarning />
          <RecoveryCard {...shot} />
          <Button size="large" icon="camera" wide onClick={onRecord} data-autofocus>
            Record your answer
          </Button>
          <div
            className={`grid items-start gap-3 ${onSkip ? 'grid-cols-2 sm:grid-cols-3 flat:grid-cols-2' : 'grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-2 flat:grid-cols-[auto_minmax(0,1fr)]'}`}
          >
            <div
              className={`has-[progress,[role=alert]:not(:empty)]:col-span-full ${onSkip ? 'max-sm:order-last max-sm:col-span-2 flat:order-last flat:col-span-2' : ''}`}
            >
              <PickFile shot={shot} />
            </div>
            <DeclineButton
              questionId={question.id}
              asker={asker?.firstName ?? 'the fan'}
              onDeclined={onDealtWith}
            />
            {onSkip && (
              <Button tone="secondary" wide iconAfter="arrow-right" onClick={onSkip}>
                Skip
              </Button>
            )}
          </div>
        </>
      }
    >
      <QuestionCard question={question} asker={asker} now={now} />
      <NotesPart questionId={question.id} className="mt-6 border-t pt-2" />
    </StudioLayout>
  )
}

/** Warns of little free space before the recording, when the athlete can still make room. */
function RoomWarning() {
  const storage = useStorage()
  const free = storage ? storage.quota - storage.usage : LITTLE_BYTES
  if (free >= LITTLE_BYTES) return null
  return (
    <StatusLine icon="warning" tone="warning">
      Only {formatBytes(Math.max(0, free))} of room left on this device. A minute takes about 16 MB.
    </StatusLine>
  )
}
