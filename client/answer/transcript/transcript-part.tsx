import { useState } from 'react'
import type { AnswerDocument } from '../../../sync/collections.ts'
import type { IntentArgs } from '../../../sync/intents.ts'
import { readTranscript, type Transcript, typedAs } from '../../../sync/media/captions.ts'
import { useOnline } from '../../api/connection.ts'
import { getSession, useSession } from '../../api/session.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { appendIntent } from '../../store/outbox.ts'
import { pendingOf } from '../../store/pending.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { captionsRefused } from './captions-refused.ts'

/** Loads the dialog on demand, because hardly any athlete opens it. */
const loadDialog = async () => (await import('./transcript-dialog.tsx')).TranscriptDialog

/** Renders the button with which an athlete adds captions to their delivered answer; works offline. */
export function TranscriptPart({ answer }: { answer: Pick<AnswerDocument, 'questionId' | 'transcript'> }) {
  const { questionId, transcript } = answer
  const device = useDevice()
  const last = useStored(readLast, questionId)
  const unsent = last?.state === 'settled' ? null : last
  const stored = last?.state === 'settled' ? pulledOr(last, transcript) : transcript
  const isWaiting = unsent !== null && unsent.state !== 'refused'
  const hasWords = (unsent && unsent.args.text !== '') || (!isWaiting && stored !== null)
  const [TranscriptDialog, setDialog] = useState<Awaited<ReturnType<typeof loadDialog>> | null>(null)
  const open = async () => {
    const loaded = await loadDialog().catch(() => null)
    if (loaded) setDialog(() => loaded)
    else showToast({ text: 'Captions could not be opened. Try again with a network.', tone: 'danger' })
  }
  const save = async (text: string, before: string) => {
    try {
      await appendIntent(device, { name: 'answer.transcribe', args: { questionId, text, before } })
    } catch {
      showToast({ text: 'It could not be saved on this device. Your words are still here.', tone: 'danger' })
      return false
    }
    // The words that were refused are in the ones that were saved now, as far as the athlete wants them.
    await dropRefused(device, questionId)
    showToast({ text: savedText(), tone: 'success' })
    return true
  }
  return (
    <>
      {unsent && <Unsent entry={unsent} onDiscard={() => void dropRefused(device, questionId)} />}
      <BusyButton tone="quiet" size="small" icon="text" className="-ml-3.5 justify-self-start" onPress={open}>
        {hasWords ? 'Change captions' : 'Add captions'}
      </BusyButton>
      {TranscriptDialog && (
        <TranscriptDialog
          questionId={questionId}
          transcript={stored}
          unsent={unsent && wordsOf(unsent)}
          onSave={save}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

/** Says of captions in the outbox when they leave. */
function savedText(): string {
  const isEnded = getSession().state === 'ended'
  return `Saved ${keptWhere()}. ${isEnded ? 'Sign in to send it.' : 'It is sent automatically.'}`
}

/** Returns the entry with the latest captions that this device has sent for an answer, or will send. */
async function readLast({ outbox }: Device, questionId: string): Promise<OutboxRow | null> {
  const entries = await outbox.where({ subject: questionId }).sortBy('counter')
  return entries.findLast(({ name }) => name === 'answer.transcribe') ?? null
}

/** Returns the captions that the server has taken and no pull has brought back yet; otherwise the pulled ones. */
function pulledOr({ args, isPulled }: OutboxRow, pulled: Transcript | null): Transcript | null {
  if (isPulled) return pulled
  const { text, before } = args as IntentArgs<'answer.transcribe'>
  const taken = readTranscript(text)
  return taken.ok && before === typedAs(pulled) ? taken.value : pulled
}

function wordsOf({ args, state }: OutboxRow) {
  const { text, before } = args as IntentArgs<'answer.transcribe'>
  return { text, before, isRefused: state === 'refused' }
}

/** Deletes the captions of this answer that were refused, because the athlete has replaced or discarded them. */
async function dropRefused({ outbox }: Device, questionId: string): Promise<void> {
  const ofAnswer = outbox.where({ subject: questionId })
  await ofAnswer.and(({ name, state }) => name === 'answer.transcribe' && state === 'refused').delete()
}

/** Shows how far the captions are on their way. Refused ones stay until the athlete replaces or discards them. */
function Unsent({ entry, onDiscard }: { entry: OutboxRow; onDiscard: () => void }) {
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
    <div className="grid justify-items-start gap-2">
      <StatusLine icon={icon} tone={refusal ? 'danger' : 'plain'} live>
        {`Your captions: ${refusal ? captionsRefused(refusal) : line}`}
      </StatusLine>
      {refusal && (
        <Button tone="secondary" size="small" onClick={onDiscard}>
          Discard yours
        </Button>
      )}
    </div>
  )
}
