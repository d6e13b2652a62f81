import { lazy, Suspense, useState } from 'react'
import type { AnswerDocument } from '../../../sync/collections.ts'
import { useOnline } from '../../api/connection.ts'
import { getSession, useSession } from '../../api/session.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { appendIntent } from '../../store/outbox.ts'
import { pendingOf } from '../../store/pending.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'

// Loaded on demand, because hardly any athlete opens it.
const TranscriptDialog = lazy(async () => ({
  default: (await import('./transcript-dialog.tsx')).TranscriptDialog,
}))

/** Renders the button with which an athlete adds captions to their delivered answer; works offline. */
export function TranscriptPart({ answer }: { answer: Pick<AnswerDocument, 'questionId' | 'transcript'> }) {
  const { questionId, transcript } = answer
  const device = useDevice()
  const unsent = useStored(readUnsent, questionId)
  const hasWords = unsent ? unsent.args.text !== '' : transcript !== null
  const [isOpen, setOpen] = useState(false)
  const save = async (text: string) => {
    try {
      await appendIntent(device, { name: 'answer.transcribe', args: { questionId, text } })
    } catch {
      showToast({ text: 'It could not be saved on this device. Your words are still here.', tone: 'danger' })
      return false
    }
    showToast({ text: savedText(), tone: 'success' })
    return true
  }
  return (
    <>
      {unsent && <Unsent entry={unsent} />}
      <Button
        tone="quiet"
        size="small"
        icon="text"
        className="-ml-3.5 justify-self-start"
        onClick={() => setOpen(true)}
      >
        {hasWords ? 'Change captions' : 'Add captions'}
      </Button>
      {isOpen && (
        <Suspense>
          <TranscriptDialog
            questionId={questionId}
            transcript={transcript}
            unsent={unsent && { text: String(unsent.args.text), isRefused: unsent.state === 'refused' }}
            onSave={save}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Says of captions in the outbox when they leave. */
function savedText(): string {
  const isEnded = getSession().state === 'ended'
  return `Saved on this device. ${isEnded ? 'Sign in to send it.' : 'It is sent automatically.'}`
}

/** Returns the latest captions of this answer if the server does not have them, because they wait or were refused. */
async function readUnsent({ outbox }: Device, questionId: string): Promise<OutboxRow | null> {
  const entries = await outbox.where({ subject: questionId }).sortBy('counter')
  const last = entries.findLast(({ name }) => name === 'answer.transcribe')
  return last && last.state !== 'settled' ? last : null
}

/** Shows how far the captions are on their way. */
function Unsent({ entry }: { entry: OutboxRow }) {
  const online = useOnline()
  const { state } = useSession()
  const pending = pendingOf({
    ...{ take: null, entries: [entry], online, delivered: false },
    ended: state === 'ended',
  })
  if (!pending) return null
  const { refusal, stage, line } = pending
  const icon = refusal ? 'warning' : stage === 'waiting' ? 'offline' : 'device'
  return (
    <StatusLine icon={icon} tone={refusal ? 'danger' : 'plain'} live>
      {`Your captions: ${refusal ? refusalText(refusal) : line}`}
    </StatusLine>
  )
}
