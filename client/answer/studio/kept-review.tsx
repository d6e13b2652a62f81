import { useState } from 'react'
import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { ReviewView } from '../../media/record/review-view.tsx'
import type { TakeRow } from '../../store/device.ts'
import { takeVideo } from '../../store/takes.ts'
import { useStored } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { notSavedText } from '../not-saved.ts'
import { sendAnswer } from '../send-answer.ts'
import { PickFile } from './pick-file.tsx'
import { SendNote } from './send-note.tsx'

type KeptReviewProps = { shot: Shot; question: QuestionDocument; take: TakeRow; onRecord: () => void }

/** A take that is safe here and not sent yet: from the camera roll, or from before the app was closed. */
export function KeptReview({ shot, question, take, onRecord }: KeptReviewProps) {
  const stored = useStored(async (device) => ({ blob: await takeVideo(device, take.id) }), take.id)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const sent = await sendAnswer(shot.device, take.id)
    setSending(false)
    if (!sent.ok) showToast({ text: notSavedText(sent.notSaved), tone: 'danger' })
  }
  if (!stored?.blob) return <Skeleton className="absolute inset-0" />
  const footage = { blob: stored.blob, durationMs: take.durationMs, ending: 'person' } as const
  return (
    <div className="absolute inset-0 flex flex-col">
      <ReviewView footage={footage}>
        <RecoveryCard {...shot} onKept={onRecovered} />
        <SendNote shareCents={question.amountCents} />
        <Button size="large" icon="upload" wide loading={isSending} onClick={send}>
          Send answer
        </Button>
        <div className="grid grid-cols-2 items-start gap-3">
          <Button tone="secondary" icon="camera" wide disabled={isSending} onClick={onRecord}>
            Record again
          </Button>
          <PickFile shot={shot} isDisabled={isSending} />
        </div>
      </ReviewView>
    </div>
  )
}

/** A recovered take is the latest one here, and the studio shows that. */
function onRecovered(): void {}
