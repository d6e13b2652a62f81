import { lazy, Suspense, useState } from 'react'
import type { AnswerDocument } from '../../../sync/collections.ts'
import { appendIntent } from '../../store/outbox.ts'
import { useDevice } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

// Loaded on demand, because hardly any athlete opens it.
const TranscriptDialog = lazy(async () => ({
  default: (await import('./transcript-dialog.tsx')).TranscriptDialog,
}))

/** Renders the button with which an athlete adds captions to their delivered answer; works offline. */
export function TranscriptPart({ answer }: { answer: Pick<AnswerDocument, 'questionId' | 'transcript'> }) {
  const { questionId, transcript } = answer
  const device = useDevice()
  const [isOpen, setOpen] = useState(false)
  const save = async (text: string) => {
    try {
      await appendIntent(device, { name: 'answer.transcribe', args: { questionId, text } })
    } catch {
      showToast({ text: 'It could not be saved on this device. Your words are still here.', tone: 'danger' })
      return false
    }
    showToast({ text: 'Saved on this device. It is sent automatically.', tone: 'success' })
    return true
  }
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon="text"
        className="-ml-3.5 justify-self-start"
        onClick={() => setOpen(true)}
      >
        {transcript ? 'Change captions' : 'Add captions'}
      </Button>
      {isOpen && (
        <Suspense>
          <TranscriptDialog
            questionId={questionId}
            transcript={transcript}
            onSave={save}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
