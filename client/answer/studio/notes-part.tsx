import { LIMITS } from '../../../sync/limits.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { notesKey } from '../../store/notes.ts'
import { thisPlace } from '../../text/this-place.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Renders the athlete's notes for the recording, which stay on this device and are shown over the picture. */
export function NotesPart({ questionId, className = '' }: { questionId: string; className?: string }) {
  const { text, change } = useKeptText(notesKey(questionId))
  return (
    <details className={`group ${className}`}>
      <summary className="label flex min-h-11 cursor-pointer items-center gap-2 text-sm">
        <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
        {text === '' ? 'Notes for yourself' : `Notes for yourself, on ${thisPlace()}`}
      </summary>
      <div className="pt-2 [&_textarea]:max-h-48">
        <TextArea
          label="Your notes"
          hint="You see them over the picture while you record. Nobody else does."
          rows={4}
          limit={LIMITS.textCharacters}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      </div>
    </details>
  )
}
