import { useEffect, useRef } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { areKeysOn } from '../keys-on.ts'
import { rejectionKey, SEVERAL } from './rejection-notes.ts'

/** Rejection notes that the team often sends. In the dialog, a digit key inserts each of them if single keys are on. */
const CANNED_REASONS: readonly { label: string; note: string }[] = [
  {
    label: 'Off topic',
    note: 'This is not something the athlete can help with. Questions about their sport, training or experience are welcome.',
  },
  { label: 'No-go topic', note: 'The athlete does not answer questions about this topic.' },
  {
    label: 'Not kind',
    note: 'We only pass on questions that are sincere and respectful. You are welcome to ask again in other words.',
  },
  {
    label: 'Unclear',
    note: 'We could not make out what you would like to know. Please ask again with a little more detail.',
  },
  {
    label: 'Video unusable',
    note: 'We could not see or hear your question in the video. Please record it again, or write it.',
  },
  {
    label: 'Personal details',
    note: 'Please leave out addresses, phone numbers and other people’s private details.',
  },
  { label: 'Advertising', note: 'We do not pass on advertising or business proposals.' },
]

type RejectDialogProps = {
  /** The request that is rejected, or `SEVERAL`: the device keeps the note under it until it can no longer be undone. */
  of: string
  title: string
  /** The effect of rejecting, and on whom; the dialog itself mentions the ten seconds. */
  effect: string
  /** Whom the note reaches. */
  goesTo: string
  isBusy: boolean
  /** The reason why the admin cannot reject at the moment, or null. The typed note stays meanwhile. */
  hindrance: string | null
  /** Resolves to true once everything is rejected. */
  onReject: (note: string) => Promise<boolean>
  onClose: () => void
}

/** Returns the rejection note that is typed for a request, kept on this device until the request is decided. */
export const useRejectionNote = (of: string) => useKeptText(rejectionKey(of))

/**
 * Asks for the note to the requester, which is mailed if their address is kept. Without it they learn only the outcome (S2-2.120, D56).
 */
export function RejectDialog(props: RejectDialogProps) {
  const { of, title, effect, goesTo, isBusy, hindrance, onReject, onClose } = props
  const { text: note, change } = useRejectionNote(of)
  const isHeld = hindrance !== null || countCharacters(note.trim()) > LIMITS.noteCharacters
  const send = async () => {
    // Each request keeps the note for several until its rejection can no longer be undone.
    if (!isBusy && !isHeld && (await onReject(note.trim())) && of === SEVERAL) change('')
  }
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {})
  onKey.current = (event) => {
    const canned = CANNED_REASONS[Number(event.key) - 1]
    const hasModifier = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && hasModifier) void send()
    else if (!canned || hasModifier || !areKeysOn() || event.target instanceof HTMLTextAreaElement) return
    // Words that the admin typed could not be brought back.
    else if (note.trim() === '' || CANNED_REASONS.some((each) => each.note === note)) change(canned.note)
    event.preventDefault()
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onClose}
      keep="Cancel"
      footer={
        <Button tone="danger" loading={isBusy} disabled={isHeld} onClick={() => void send()}>
          Reject
        </Button>
      }
    >
      <p className="mb-4 text-muted text-sm">{effect} You have ten seconds to take it back.</p>
      <div className="mb-4 flex flex-wrap gap-2">
        {CANNED_REASONS.map(({ label, note: canned }, index) => (
          <button
            key={label}
            type="button"
            aria-pressed={note === canned}
            onClick={() => change(canned)}
            className="inline-flex min-h-11 items-center gap-2 rounded border border-line px-3 text-sm hover:border-ink aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse"
          >
            {areKeysOn() && (
              <kbd aria-hidden className="opacity-60">
                {index + 1}
              </kbd>
            )}
            {label}
          </button>
        ))}
      </div>
      <TextArea
        label="Rejection note"
        hint={`${goesTo}. Ctrl + Enter rejects.`}
        optional
        rows={3}
        limit={LIMITS.noteCharacters}
        value={note}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {hindrance && (
        <div className="mt-4">
          <StatusLine icon="warning" tone="warning" live>
            {hindrance}
          </StatusLine>
        </div>
      )}
    </Dialog>
  )
}
