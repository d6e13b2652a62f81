import { useCallback, useState } from 'react'
import { VideoPicker } from '../../media/pick/video-picker.tsx'
import { probeVideo } from '../../media/probe.ts'
import type { Shot } from '../../media/record/recording.ts'
import { newId } from '../../store/new-id.ts'
import { keepTake } from '../../store/takes.ts'
import { refusalText } from '../../text/refusals.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { notSavedText } from '../not-saved.ts'

type PickFileProps = { shot: Shot; isDisabled?: boolean }

/** Takes an answer from the camera roll: checked first, then kept on this device (S2-5.38, D7). */
export function PickFile({ shot, isDisabled }: PickFileProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { device, purpose, questionId, dueAt } = shot
  const pick = useCallback(
    (file: File) => {
      setBusy(true)
      setError(null)
      void keepFile({ device, purpose, questionId, dueAt }, file).then((wrong) => {
        setError(wrong)
        setBusy(false)
      })
    },
    [device, purpose, questionId, dueAt],
  )
  return (
    <div className="has-[[role=alert]:not(:empty)]:col-span-2">
      <VideoPicker isDisabled={isDisabled} isBusy={isBusy} onPick={pick} />
      <FieldError error={error} />
    </div>
  )
}

/** What is wrong with the file, or nothing: then it is safe here. */
async function keepFile({ device, ...shot }: Shot, file: File): Promise<string | null> {
  const probed = await probeVideo(file, shot.purpose)
  if (!probed.ok) return refusalText(probed.refusal)
  const { type, durationMs } = probed.value
  const take = {
    ...shot,
    id: newId(),
    type,
    durationMs,
    source: 'file',
    recordedAt: Date.now(),
    blob: file,
  } as const
  const kept = await keepTake(device, take)
  return kept.ok ? null : notSavedText(kept.notSaved)
}
