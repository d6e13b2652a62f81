import { useState } from 'react'
import type { Clarification } from '../../sync/answer/clarification.ts'
import type { QuestionDocument } from '../../sync/collections.ts'
import { DeviceVideo } from '../answer/device-video.tsx'
import { isOpenToReply, type ReplyStage, replyStage } from '../answer/reply/reply-stage.ts'
import { useOwnReply } from '../answer/reply/use-own-reply.ts'
import { useOnline } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import type { OutboxRow } from '../db/device.ts'
import { LeftWords } from '../store/left-words.tsx'
import { pendingOf, saidOf } from '../store/pending.ts'
import { StageWords } from '../store/stage-words.tsx'
import { formatDateTime } from '../text/format.ts'
import { keptWhere } from '../text/keeps-nothing.ts'
import { atStart, NO_REPLY } from '../text/spoken-name.ts'
import { Button } from '../ui/button.tsx'
import { useFocusMoved } from '../ui/focus-moved.ts'
import { Meter } from '../ui/status/meter.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { ReplyForm } from './reply-form.tsx'
import { followUpId } from './thread-place.ts'

type ClarificationPartProps = {
  question: Pick<QuestionDocument, 'id' | 'subject'>
  clarification: Clarification
  isOwn: boolean
  /** Whether the other person has left. */
  hasLeft: boolean
  partner: string
}

/** Shows the follow-up about an answer, and its reply. The athlete can reply here, with or without a network. */
export function ClarificationPart(props: ClarificationPartProps) {
  const { question, clarification, isOwn, hasLeft, partner } = props
  const { text, askedAt, reply, video, repliedAt, reportedAt } = clarification
  const [hasSaid, setSaid] = useState(false)
  const whole = useFocusMoved<HTMLElement>(hasSaid && !isOpenToReply(clarification))
  const replied = `${isOwn ? 'You' : atStart(partner)} replied, ${formatDateTime(repliedAt ?? askedAt)}`
  return (
    <section
      ref={whole}
      id={followUpId(question.id)}
      tabIndex={-1}
      aria-label="Follow-up question"
      className="grid scroll-mb-24 grid-cols-1 gap-3 border-t px-4 py-4 md:px-5"
    >
      {text !== '' && (
        <Words
          from={
            isOwn
              ? `${atStart(partner)} asked a follow-up, ${formatDateTime(askedAt)}`
              : 'You asked a follow-up'
          }
        >
          {text}
        </Words>
      )}
      {reply !== null && <Words from={replied}>{reply}</Words>}
      {repliedAt !== null && reply === null && (
        <VideoReply
          from={replied}
          videoId={video?.state === 'stored' ? video.id : null}
          label={`The reply: ${question.subject}`}
        />
      )}
      {reportedAt !== null && (
        <StatusLine icon="flag">
          {isOwn
            ? 'You reported this follow-up. Our team is looking into it.'
            : 'Our team is looking into your follow-up. There will be no reply.'}
        </StatusLine>
      )}
      {isOwn && (repliedAt !== null || reportedAt !== null) && (
        <LeftWords
          name={`clarification ${question.id}`}
          sent={reply ?? ''}
          why="This follow-up no longer needs a reply."
        />
      )}
      {!isOwn && repliedAt === null && reportedAt === null && (
        <StatusLine icon="clock">
          {hasLeft ? NO_REPLY : `${partner} has your follow-up. A reply appears here.`}
        </StatusLine>
      )}
      {isOwn && <OwnPart {...{ question, clarification, partner, hasSaid }} onSaid={() => setSaid(true)} />}
    </section>
  )
}

type OwnPartProps = Omit<ClarificationPartProps, 'isOwn' | 'hasLeft'> & {
  /** Whether the athlete has just replied or reported here; only then may the focus move. */
  hasSaid: boolean
  onSaid: () => void
}

/** Shows the athlete their reply while this device holds it; if there is none, or the server refused it, the form. */
function OwnPart({ question: { id, subject }, clarification, partner, hasSaid, onSaid }: OwnPartProps) {
  const own = useOwnReply(id)
  const stage = own && replyStage(clarification, own)
  // The pressed button is gone with the form.
  const line = useFocusMoved<HTMLDivElement>(hasSaid && stage?.at === 'written')
  if (!stage || stage.at === 'closed') return null
  if (stage.at === 'by-video') return <OnItsWay stage={stage} subject={subject} />
  if (stage.at === 'written') {
    const { text } = stage.entry.args as { text?: string }
    return (
      <div ref={line} tabIndex={-1} className="grid grid-cols-1 gap-3">
        {text && <Words from="You replied">{text}</Words>}
        <WrittenLine what={text ? 'Your reply' : 'Your report'} entry={stage.entry} />
      </div>
    )
  }
  const { errorText, kept, elsewhere } = stage
  return (
    <>
      {errorText && (
        <StatusLine icon="warning" tone="warning">
          {errorText}
        </StatusLine>
      )}
      {elsewhere && (
        <StatusLine icon="clock">
          Your video reply has not reached us. If it is on another device, open the app there, or reply here.
        </StatusLine>
      )}
      {kept && <StatusLine icon="device">A video is saved {keptWhere()}. It is not sent yet.</StatusLine>}
      <ReplyForm questionId={id} {...{ subject, partner, kept, onSaid }} />
    </>
  )
}

/** Says how far a written reply or a report is on its way from this device. */
function WrittenLine({ what, entry }: { what: string; entry: OutboxRow }) {
  const online = useOnline()
  const ended = useSession().state === 'ended'
  const pending = pendingOf({ take: null, entries: [entry], online, ended, delivered: false })
  // A settled entry is on the server, and is shown from there with the next pull.
  return <StatusLine icon="device">{`${what}: ${pending?.line ?? 'Sent'}`}</StatusLine>
}

type OnItsWayProps = { stage: Extract<ReplyStage, { at: 'by-video' }>; subject: string }

/** Shows the athlete their video reply on its way from this device to the fan. */
function OnItsWay({ stage: { take, entries }, subject }: OnItsWayProps) {
  const online = useOnline()
  const ended = useSession().state === 'ended'
  const pending = pendingOf({ take, entries, online, ended, delivered: false })
  if (!pending) return null
  const { stage, line, percent } = pending
  return (
    <>
      <VideoReply from="You replied by video" videoId={take.id} label={`The reply: ${subject}`} />
      <StatusLine icon={stage === 'sent' ? 'check' : 'device'}>
        <StageWords said={saidOf(pending)} line={line} />
        {stage === 'sent' && '. It shows once it is checked.'}
      </StatusLine>
      {stage === 'uploading' && <Meter value={percent / 100} label="Uploading your reply" />}
    </>
  )
}

type VideoReplyProps = { from: string; videoId: string | null; label: string }

function VideoReply({ from, videoId, label }: VideoReplyProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-2 border-l-2 py-0.5 pl-3">
      <p className="text-muted text-sm">{from}</p>
      {videoId === null && <p>We no longer keep the video.</p>}
      {isOpen && videoId && <DeviceVideo videoId={videoId} label={label} />}
      {videoId && (
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? 'eye-off' : 'play'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-ml-3.5 justify-self-start"
        >
          {isOpen ? 'Hide the reply' : 'Watch the reply'}
        </Button>
      )}
    </div>
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
