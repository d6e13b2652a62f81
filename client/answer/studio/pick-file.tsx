import { newId } from '../../api/new-id.ts'
import { notSavedText } from '../../media/not-saved-text.ts'
import { FileChoice } from '../../media/pick/file-choice.tsx'
import { useChosenFile } from '../../media/pick/use-chosen-file.ts'
import { VideoPicker } from '../../media/pick/video-picker.tsx'
import type { Shot } from '../../media/record/recording.ts'
import type { ChosenVideo } from '../../media/shrink/shrink-video.ts'
import { keepTake } from '../../store/takes.ts'

type PickFileProps = {
  shot: Shot
  isDisabled?: boolean
  /** Called once a chosen video is safe on this device. */
  onKept?: () => void
}

/** Renders the choice of a file: the video is checked, made smaller if that helps, and saved here (S2-5.38, D7). */
export function PickFile({ shot, isDisabled, onKept }: PickFileProps) {
  const file = useChosenFile({
    device: shot.device,
    purpose: shot.purpose,
    keep: async (chosen) => {
      const wrong = await keepFile(shot, chosen)
      if (wrong === null) onKept?.()
      return wrong
    },
  })
  return (
    <div className="has-[[role=alert]:not(:empty)]:col-span-2">
      <FileChoice file={file}>
        <VideoPicker isDisabled={isDisabled} isBusy={file.isBusy} onPick={file.choose} />
      </FileChoice>
    </div>
  )
}

/** Saves a chosen video on this device; returns the problem in words, or null once the video is safe. */
export async function keepFile(
  { device, purpose, questionId, dueAt, about }: Shot,
  chosen: ChosenVideo,
): Promise<string | null> {
  const kept = await keepTake(device, {
    ...chosen,
    id: newId(),
    purpose,
    questionId,
    dueAt,
    about,
    source: 'file',
    recordedAt: Date.now(),
  })
  return kept.ok ? null : notSavedText(kept.notSaved)
}
