import { LIMITS } from '../../../sync/limits.ts'
import { useKeptText } from '../../store/use-device.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notesKey } from './teleprompter.tsx'

/** What the athlete notes for themselves before the recording: it stays on this device, and scrolls over the picture. */
export function NotesPart({ questionId }: { questionId: string }) {
  const { text, change } = useKeptText(notesKey(questionId))
  return (
    <details className="group mt-6 border-t pt-2">
      <summary className="label flex min-h-11 cursor-pointer items-center gap-2 text-sm">
        <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
        {text === '' ? 'Notes for yourself' : 'Notes for yourself, on this device'}
      </summary>
      <div className="pt-2">
        <TextArea
          label="Your notes"
          hint="They scroll over the picture while you record. Nobody else sees them."
          rows={4}
          limit={LIMITS.textCharacters}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      </div>
    </details>
  )
}
