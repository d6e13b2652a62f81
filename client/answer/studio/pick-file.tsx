import { useState } from 'react'
import { VideoPicker } from '../../media/pick/video-picker.tsx'
import { probeVideo } from '../../media/probe.ts'
import type { Shot } from '../../media/record/recording.ts'
import { ShrinkingLine } from '../../media/shrink/shrinking-line.tsx'
import { type Shrinking, useShrink } from '../../media/shrink/use-shrink.ts'
import { newId } from '../../store/new-id.ts'
import { keepTake } from '../../store/takes.ts'
import { refusalText } from '../../text/refusals.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { notSavedText } from '../not-saved.ts'

type PickFileProps = { shot: Shot; isDisabled?: boolean }

/** Takes an answer from the camera roll: checked first, a large one made smaller, then kept here (S2-5.38, D7). */
export function PickFile({ shot, isDisabled }: PickFileProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { done, shrink, skip } = useShrink()
  const pick = async (file: File) => {
    setBusy(true)
    setError(null)
    setError(await keepFile(shot, file, shrink).catch(() => refusalText({ code: 'video-unreadable' })))
    setBusy(false)
  }
  return (
    <div className="has-[[role=alert]:not(:empty)]:col-span-2">
      {done === null ? (
        <VideoPicker isDisabled={isDisabled} isBusy={isBusy} onPick={pick} />
      ) : (
        <ShrinkingLine done={done} onSkip={skip} />
      )}
      <FieldError error={error} />
    </div>
  )
}

/** What is wrong with the file, or nothing: then it is safe here. */
export async function keepFile(
  { device, purpose, questionId, dueAt }: Shot,
  file: Blob,
  shrink: Shrinking['shrink'],
): Promise<string | null> {
  const probed = await probeVideo(file, purpose)
  if (!probed.ok) return refusalText(probed.refusal)
  const kept = await keepTake(device, {
    ...(await shrink(file, probed.value)),
    id: newId(),
    purpose,
    questionId,
    dueAt,
    source: 'file',
    recordedAt: Date.now(),
  })
  return kept.ok ? null : notSavedText(kept.notSaved)
}
