import { useState } from 'react'
import type { Clarification } from '../../sync/answer/clarification.ts'
import type { QuestionDocument } from '../../sync/collections.ts'
import { LIMITS } from '../../sync/limits.ts'
import { countCharacters } from '../../sync/shape.ts'
import type { Device, OutboxRow } from '../store/device.ts'
import { appendIntent } from '../store/outbox.ts'
import { useDevice, useKeptText, useStored } from '../store/use-device.ts'
import { formatDateTime } from '../text/format.ts'
import { refusalText } from '../text/refusals.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { showToast } from '../ui/toasts.ts'

type ClarificationPartProps = {
  question: Pick<QuestionDocument, 'id'>
  clarification: Clarification
  isOwn: boolean
  partner: string
}

/** What was asked once more about an answer, under it; its athlete replies here, with and without a network. */
export function ClarificationPart({ question, clarification, isOwn, partner }: ClarificationPartProps) {
  const { text, askedAt, reply, repliedAt, reportedAt } = clarification
  const sent = useStored((device) => readSent(device, question.id), question.id)
  const isOpen = isOwn && reply === null && reportedAt === null && sent !== null
  return (
    <section aria-label="Asked once more" className="grid gap-3 border-t px-4 py-4 md:px-5">
      {text !== '' && (
        <Words
          from={isOwn ? `${partner} asked once more, ${formatDateTime(askedAt)}` : 'You asked once more'}
        >
          {text}
        </Words>
      )}
      {reply !== null && (
        <Words from={`${isOwn ? 'You' : partner} replied, ${formatDateTime(repliedAt ?? askedAt)}`}>
          {reply}
        </Words>
      )}
      {reportedAt !== null && (
        <StatusLine icon="flag">
          {isOwn
            ? 'You reported what was asked once more. Our team looks at it.'
            : 'It was handed to our team, and is not replied to.'}
        </StatusLine>
      )}
      {!isOwn && reply === null && reportedAt === null && (
        <StatusLine icon="clock">{partner} was told. A reply shows here.</StatusLine>
      )}
      {isOpen && <OwnPart questionId={question.id} partner={partner} sent={sent.entry} />}
    </section>
  )
}

type OwnPartProps = { questionId: string; partner: string; sent: OutboxRow | null }

/** What the athlete has sent is shown as it will stand; one that was not taken is written again. */
function OwnPart({ questionId, partner, sent }: OwnPartProps) {
  if (sent && sent.state !== 'refused') {
    const { text } = sent.args as { text?: string }
    return (
      <>
        {text && <Words from="You replied">{text}</Words>}
        <StatusLine icon="device">
          {text ? 'Your reply is' : 'Your report is'} saved on this device and sent by itself.
        </StatusLine>
      </>
    )
  }
  return (
    <>
      {sent?.refusal && (
        <StatusLine icon="warning" tone="warning">
          {refusalText(sent.refusal)}
        </StatusLine>
      )}
      <ReplyForm questionId={questionId} partner={partner} />
    </>
  )
}

function ReplyForm({ questionId, partner }: Omit<OwnPartProps, 'sent'>) {
  const device = useDevice()
  const { text, change } = useKeptText(`clarification ${questionId}`)
  const [isReporting, setReporting] = useState(false)
  const length = countCharacters(text.trim())
  const reply = async () => {
    const args = { questionId, text: text.trim() }
    if (await keptHere(appendIntent(device, { name: 'clarification.reply', args }))) change('')
  }
  return (
    <div className="grid gap-3">
      <TextArea
        label={`Write back to ${partner}`}
        hint="Only if you like: it is free, and you earn nothing by it."
        rows={3}
        limit={LIMITS.textCharacters}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          disabled={length === 0 || length > LIMITS.textCharacters}
          onClick={() => void reply()}
        >
          Send reply
        </Button>
        <Button tone="quiet" size="small" icon="flag" onClick={() => setReporting(true)}>
          Report
        </Button>
      </div>
      {isReporting && <ReportDialog questionId={questionId} onClose={() => setReporting(false)} />}
    </div>
  )
}

function ReportDialog({ questionId, onClose }: { questionId: string; onClose: () => void }) {
  const device = useDevice()
  const [note, setNote] = useState('')
  const isTooLong = countCharacters(note.trim()) > LIMITS.noteCharacters
  const report = async () => {
    const args = { questionId, note: note.trim() }
    if (await keptHere(appendIntent(device, { name: 'clarification.report', args }))) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Report what was asked?"
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" disabled={isTooLong} onClick={() => void report()}>
            Report it
          </Button>
        </>
      }
    >
      <p className="mb-5 text-muted">
        Our team looks at it, and you see it no more. It ends here: there is no reply afterwards.
      </p>
      <TextArea
        label="A note for our team"
        optional
        rows={3}
        limit={LIMITS.noteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}

function Words({ from, children }: { from: string; children: string }) {
  return (
    <blockquote className="border-l-2 py-0.5 pl-3">
      <p className="text-muted text-sm">{from}</p>
      <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        {children}
      </p>
    </blockquote>
  )
}

/** Whether it is safe here; where it is not, that is said. */
async function keptHere(written: Promise<void>): Promise<boolean> {
  try {
    await written
    return true
  } catch {
    showToast({ text: 'It could not be saved on this device. Your words are still here.', tone: 'danger' })
    return false
  }
}

/** The latest reply or report of this device that is not settled. */
async function readSent({ outbox }: Device, subject: string): Promise<{ entry: OutboxRow | null }> {
  const entries = await outbox.where({ subject }).sortBy('counter')
  const entry = entries.findLast(({ name }) => name.startsWith('clarification.'))
  return { entry: entry ?? null }
}
