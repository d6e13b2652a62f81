import { useState } from 'react'
import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { formatDeadline } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AskerLine } from '../asker-line.tsx'
import { DeviceVideo } from '../device-video.tsx'
import { MayBeOver } from './may-be-over.tsx'

type QuestionCardProps = { question: QuestionDocument; asker: Partner | null; now: number }

/** Renders the question to answer: who asks, what, until when, and what the answer earns. */
export function QuestionCard({ question, asker, now }: QuestionCardProps) {
  const { subject, kind, text, videoId, dueAt, amountCents } = question
  return (
    <article className="grid grid-cols-1 gap-5">
      <div className="flex items-center justify-between gap-4">
        <AskerLine asker={asker} />
        <p className="shrink-0 text-right">
          <span className="display figures block text-2xl">
            {amountCents > 0 ? formatMoney(amountCents) : 'Free'}
          </span>
          {amountCents > 0 && <span className="text-muted text-sm">your share</span>}
        </p>
      </div>
      <h3 className="display text-3xl text-balance [overflow-wrap:anywhere]">{subject}</h3>
      {kind === 'text' && (
        <p className="whitespace-pre-line text-xl leading-snug [overflow-wrap:anywhere]">{text}</p>
      )}
      {kind === 'video' &&
        (videoId ? (
          <DeviceVideo videoId={videoId} label={`The question: ${subject}`} />
        ) : (
          <p className="text-muted">The video is not ready yet. It appears here as soon as it is.</p>
        ))}
      {dueAt !== null && (
        <StatusLine icon="clock" tone={dueAt - now < URGENT_MS ? 'warning' : 'plain'}>
          {formatDeadline(dueAt, now)}
        </StatusLine>
      )}
      <MayBeOver dueAt={dueAt} />
    </article>
  )
}

const URGENT_MS = 6 * 3_600_000

/** Renders the question over the camera: its text, or a button that shows its video again. */
export function QuestionPrompt({
  question: { subject, kind, text, videoId },
}: {
  question: QuestionDocument
}) {
  return (
    <>
      <p className="label text-muted text-sm">{subject}</p>
      {kind === 'text' && <p className="mt-1 whitespace-pre-line">{text}</p>}
      {kind === 'video' && videoId && <WatchAgain videoId={videoId} subject={subject} />}
    </>
  )
}

/** Shows the video on the whole screen, because a picture that left room for the camera would be too small. */
function WatchAgain({ videoId, subject }: { videoId: string; subject: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" size="small" icon="play" className="mt-2" onClick={() => setOpen(true)}>
        Watch the question
      </Button>
      <Dialog open={isOpen} size="full" title={subject} onClose={() => setOpen(false)}>
        <div className="mx-auto max-w-2xl px-5 pb-safe-4">
          <DeviceVideo videoId={videoId} label={`The question: ${subject}`} />
        </div>
      </Dialog>
    </>
  )
}
