import { type ChangeEvent, useRef, useState } from 'react'
import { VIDEO_TYPES } from '../../../sync/limits.ts'
import { probeVideo } from '../../media/probe.ts'
import type { Shot } from '../../media/record/recording.ts'
import { newId } from '../../store/new-id.ts'
import { keepTake } from '../../store/takes.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { notSavedText } from '../not-saved.ts'

type PickFileProps = { shot: Shot; label: string; disabled?: boolean }

/** Takes an answer from the camera roll: checked first, then kept on this device (S2-5.38, D7). */
export function PickFile({ shot, label, disabled }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const pick = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // the same file may be chosen again after a mistake
    event.currentTarget.value = ''
    if (!file) return
    setBusy(true)
    setError(await keepFile(shot, file))
    setBusy(false)
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={[...VIDEO_TYPES, 'video/*'].join(',')}
        aria-label={label}
        tabIndex={-1}
        onChange={pick}
        className="sr-only"
      />
      <Button
        tone="secondary"
        icon="upload"
        wide
        loading={isBusy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <FieldError error={error} />
    </div>
  )
}

/** What is wrong with the file, or nothing: then it is safe here. */
async function keepFile({ device, ...shot }: Shot, file: File): Promise<string | null> {
  const probed = await probeVideo(file, shot.purpose)
  if (!probed.ok) return refusalText(probed.refusal)
  const { type, durationMs } = probed.value
  const take = { ...shot, id: newId(), type, durationMs, source: 'file', recordedAt: Date.now(), blob: file } as const
  const kept = await keepTake(device, take)
  return kept.ok ? null : notSavedText(kept.notSaved)
}
