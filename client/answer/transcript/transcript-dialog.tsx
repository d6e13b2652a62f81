import { type ChangeEvent, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { readTranscript, type Transcript } from '../../../sync/media/captions.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

/** Which files can be attached, also by extension, because some systems do not know these files by their type. */
const ACCEPT = '.vtt,.srt,.txt,text/vtt,text/plain,application/x-subrip'

type TranscriptDialogProps = {
  questionId: string
  transcript: Transcript | null
  /** What was saved on this device and the server does not have, because it waits or was refused. */
  unsent?: { text: string; isRefused: boolean } | null
  /** Resolves to true once the typed text is saved. */
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
}

/** Renders the dialog for the transcript of an answer, typed or attached; describes the result before saving. */
export function TranscriptDialog(props: TranscriptDialogProps) {
  const { questionId, transcript, unsent = null, onSave, onClose } = props
  const kept = useKeptText(`transcript ${questionId}`)
  const [typed, setTyped] = useState<string | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const stored = transcript?.captions ?? transcript?.text ?? ''
  const text = typed ?? (kept.text || (unsent?.text ?? stored))
  const isSaved = text === (unsent && !unsent.isRefused ? unsent.text : stored)
  const read = readTranscript(text)
  const write = (words: string) => {
    setTyped(words)
    setFileProblem(null)
    kept.change(words)
  }
  const attach = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    // A character takes at most four bytes.
    if (file.size > LIMITS.captionFileCharacters * 4)
      return setFileProblem(refusalText({ code: 'too-large' }))
    write(await file.text())
  }
  const save = async () => {
    setBusy(true)
    const isSafe = await onSave(text)
    setBusy(false)
    if (!isSafe) return
    kept.change('')
    onClose()
  }
  const problem = fileProblem ?? (read.ok ? null : refusalText(read.refusal))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Captions and transcript"
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isBusy}
            disabled={!read.ok || isSaved || text.length > LIMITS.captionFileCharacters}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted text-sm">
          People who cannot hear the answer can read it. Type what is said, or attach a file; with times in
          it, the words also show in the video.
        </p>
        <TextArea
          label="What is said"
          optional
          rows={8}
          value={text}
          readOnly={isBusy}
          error={text === '' ? null : problem}
          onChange={(event) => write(event.currentTarget.value)}
          data-autofocus
        />
        {text !== '' && read.ok && <StatusLine icon="text">{whatItIs(read.value)}</StatusLine>}
        <label className="label inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded border px-4 text-sm has-focus-visible:outline-3 has-focus-visible:outline-signal-text">
          <input type="file" accept={ACCEPT} onChange={(event) => void attach(event)} className="sr-only" />
          Attach a .vtt, .srt or .txt file
        </label>
      </div>
    </Dialog>
  )
}

function whatItIs(transcript: Transcript | null): string {
  if (!transcript?.captions) return 'A transcript, shown under the video.'
  const cues = transcript.captions.split(' --> ').length - 1
  return `${cues} ${cues === 1 ? 'caption' : 'captions'} with times, shown in the video, and as a transcript under it.`
}
