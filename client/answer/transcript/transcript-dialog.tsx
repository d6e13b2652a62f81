import { type ChangeEvent, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { readTranscript, type Transcript, typedAs } from '../../../sync/media/captions.ts'
import { useKeptWords } from '../../store/kept-words.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { decodeWords } from './decode-words.ts'

/** Which files can be attached, also by extension, because some systems do not know these files by their type. */
const ACCEPT = '.vtt,.srt,.txt,text/vtt,text/plain,application/x-subrip'

const NOT_READ =
  'The file could not be read. Choose it again; if it is in a cloud, download it to this device first.'

type TranscriptDialogProps = {
  questionId: string
  transcript: Transcript | null
  /**
   * What was saved on this device and the server does not have, because it waits or was refused; and what the words
   * were before it, where that is known.
   */
  unsent?: { text: string; before: string | undefined; isRefused: boolean } | null
  /** Resolves to true once the typed text is saved. `before` is what the words are that it replaces. */
  onSave: (text: string, before: string) => Promise<boolean>
  onClose: () => void
}

/** Typed words that are not saved, and what they were typed over. Former builds kept a text alone. */
type Typed = string | { text: string; over: string }

/** Keeps what is typed into the dialog, and over which words, so that it never replaces words that were not seen. */
function useTyped({ questionId, transcript, unsent = null }: TranscriptDialogProps) {
  const { words, keep } = useKeptWords<Typed>(`transcript ${questionId}`)
  const stored = typedAs(transcript)
  const waiting = unsent && !unsent.isRefused ? unsent.text : null
  // What the words are once everything that waits here has arrived.
  const now = waiting === null ? stored : asKept(waiting)
  const begun = { text: unsent?.text ?? stored, over: (unsent?.isRefused ? unsent.before : null) ?? now }
  const kept = words?.value
  const typed = typeof kept === 'string' ? { text: kept, over: now } : (kept ?? begun)
  return {
    text: typed.text,
    now,
    isSaved: typed.text === (waiting ?? stored),
    isOvertaken: typed.over !== now && typed.text !== now,
    write: (text: string) => keep(text === begun.text ? undefined : { text, over: typed.over }),
    forget: () => keep(undefined),
  }
}

/** Returns typed words as the server will keep them. */
function asKept(text: string): string {
  const read = readTranscript(text)
  return read.ok ? typedAs(read.value) : text
}

/** Renders the dialog for the transcript of an answer, typed or attached; describes the result before saving. */
export function TranscriptDialog(props: TranscriptDialogProps) {
  const { onSave, onClose } = props
  const { text, now, isSaved, isOvertaken, ...typed } = useTyped(props)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const read = readTranscript(text)
  const write = (words: string) => {
    setFileProblem(null)
    typed.write(words)
  }
  const attach = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    // A character takes at most four bytes.
    if (file.size > LIMITS.captionFileCharacters * 4)
      return setFileProblem(refusalText({ code: 'too-large' }))
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!bytes) return setFileProblem(NOT_READ)
    write(decodeWords(new Uint8Array(bytes)))
  }
  const save = async () => {
    setBusy(true)
    const isSafe = await onSave(text, now)
    setBusy(false)
    if (!isSafe) return
    typed.forget()
    onClose()
  }
  const problem = fileProblem ?? (read.ok ? null : refusalText(read.refusal))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Captions and transcript"
      keep="Cancel"
      footer={
        <Button
          loading={isBusy}
          disabled={!read.ok || isSaved || text.length > LIMITS.captionFileCharacters}
          onClick={() => void save()}
        >
          Save
        </Button>
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
          error={text === '' ? fileProblem : problem}
          onChange={(event) => write(event.currentTarget.value)}
          data-autofocus
        />
        {isOvertaken && <Overtaken now={now} />}
        {text !== '' && read.ok && <StatusLine icon="text">{whatItIs(read.value)}</StatusLine>}
        <label className="label inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded border px-4 text-sm has-focus-visible:outline-3 has-focus-visible:outline-signal-text">
          <input type="file" accept={ACCEPT} onChange={(event) => void attach(event)} className="sr-only" />
          Attach a .vtt, .srt or .txt file
        </label>
      </div>
    </Dialog>
  )
}

/** Shows words that somebody else saved since these were begun. */
function Overtaken({ now }: { now: string }) {
  return (
    <div className="grid gap-2">
      <StatusLine icon="warning" tone="warning" live>
        {now === ''
          ? 'The captions were removed meanwhile.'
          : 'The captions were changed meanwhile, to these.'}{' '}
        Saving yours replaces that.
      </StatusLine>
      {now !== '' && (
        <blockquote dir="auto" className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
          {now}
        </blockquote>
      )}
    </div>
  )
}

function whatItIs(transcript: Transcript | null): string {
  if (!transcript?.captions) return 'A transcript, shown under the video.'
  const cues = transcript.captions.split(' --> ').length - 1
  return `${cues} ${cues === 1 ? 'caption' : 'captions'} with times, shown in the video, and as a transcript under it.`
}
