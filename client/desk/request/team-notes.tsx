import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { formatDateTime } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { sendNew } from '../office/send-act.ts'
import { Part } from '../panes.tsx'
import { useMay } from '../use-may.ts'

type TeamNotesProps = {
  question: Pick<DeskQuestionAnswer, 'id' | 'notes'>
  online: boolean
  onWritten: () => Promise<void>
}

/** Renders the team's notes about a request. Neither its fan nor its athlete sees them. */
export function TeamNotes({ question: { id: questionId, notes }, online, onWritten }: TeamNotesProps) {
  const mayWrite = useMay('write-note')
  return (
    <Part title="Notes of the team">
      {notes.length === 0 && <p className="text-muted">None</p>}
      <ul className="grid gap-3">
        {notes.map(({ id, by, at, text }) => (
          <li key={id}>
            <p className="figures text-muted text-xs">
              {by}, {formatDateTime(at)}
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          </li>
        ))}
      </ul>
      {mayWrite && <NewNote questionId={questionId} online={online} onWritten={onWritten} />}
    </Part>
  )
}

type NewNoteProps = Pick<TeamNotesProps, 'online' | 'onWritten'> & { questionId: string }

/** Renders the form of a new note. The device keeps the words, which would go with the next request otherwise. */
function NewNote({ questionId, online, onWritten }: NewNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const { text, change } = useKeptText(`desk-note ${questionId}`)
  const [isBusy, setBusy] = useState(false)
  const opener = useFocusMoved<HTMLButtonElement>(isOpen)
  if (!isOpen)
    return (
      <Button
        ref={opener}
        tone="quiet"
        size="small"
        className="-ml-3.5 mt-1 justify-self-start"
        onClick={() => setOpen(true)}
      >
        {text === '' ? 'Write a note' : 'Continue your note'}
      </Button>
    )
  const write = async () => {
    setBusy(true)
    const isWritten = await sendNew(
      { name: 'question.note', idIn: 'noteId', args: { questionId, text } },
      'Note written',
    )
    setBusy(false)
    if (!isWritten) return
    change('')
    setOpen(false)
    await onWritten()
  }
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void write()
      }}
    >
      <TextArea
        label="Note to the team"
        hint="Neither the fan nor the athlete sees it. It stays."
        rows={3}
        limit={LIMITS.noteCharacters}
        value={text}
        readOnly={isBusy}
        onChange={(event) => change(event.currentTarget.value)}
        // Opening removes the pressed button, and letters typed into no field are keys of the desk.
        autoFocus
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="small"
          loading={isBusy}
          disabled={!online || text.trim() === '' || excessOf(text, LIMITS.noteCharacters) !== null}
        >
          Save the note
        </Button>
        <Button tone="secondary" size="small" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
