import { useEffect, useState } from 'react'
import { LocalVideo } from '../../media/local-video.tsx'
import { listDrafts } from '../../store/drafts.ts'
import { useDevice } from '../../store/use-device.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type AskDraft, readDraft } from '../asking/ask-draft.ts'
import { forgetDraft } from '../asking/find-drafts.ts'
import type { Unsent } from './read-unsent.ts'

type Kept = { draft: AskDraft; video: Blob | null }

/**
 * Shows an unsent question whole, to be copied or discarded: its athlete may no longer take questions, or be gone,
 * and then no page leads to it.
 */
export function UnsentDialog({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  const { id, to, mayBeSent } = unsent
  const device = useDevice()
  const [kept, setKept] = useState<Kept | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const read = async () => {
      const body = (await listDrafts(device)).find((row) => row.id === id)?.body
      const draft = body === undefined ? null : readDraft(body)
      if (!draft) return onClose()
      const video = draft.video && (await device.videos.get(draft.video.id))
      setKept({ draft, video: video?.blob ?? null })
    }
    void read()
  }, [device, id, onClose])
  if (!kept) return null
  const { draft, video } = kept
  const words = [draft.subject, draft.text].filter((part) => part.trim() !== '').join('\n\n')
  const discard = async () => {
    setBusy(true)
    await forgetDraft(device, { id, draft, origin: 'here' })
    showToast({ text: 'Your question is discarded.', tone: 'success' })
    onClose()
  }
  return (
    <Dialog
      open
      title={to ? `Your question to ${to.firstName}` : 'Your question'}
      onClose={onClose}
      footer={
        <>
          <Button tone="danger" icon="trash" loading={isBusy} onClick={() => void discard()}>
            Discard it
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">
          It is saved {keptWhere()} and {mayBeSent ? 'may have been' : 'was not'} sent. If you discard it, it
          is deleted
          {device.account === 'guest' ? '' : ' here and on your other devices'}.
        </p>
        {words && (
          <>
            <blockquote dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {words}
            </blockquote>
            <CopyButton text={words} label="Copy the words" size="small" />
          </>
        )}
        {video && <LocalVideo blob={video} label="Your question" className="max-h-60 w-full rounded" />}
      </div>
    </Dialog>
  )
}
