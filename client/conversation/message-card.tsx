import { type ReactNode, useId, useState } from 'react'
import type { AnswerDocument, QuestionDocument } from '../../sync/collections.ts'
import { DeviceVideo } from '../answer/device-video.tsx'
import { TranscriptPart } from '../answer/transcript/transcript-part.tsx'
import { TranscriptText } from '../media/transcript.tsx'
import { VideoPoster, VideoStrip } from '../media/video-poster.tsx'
import { formatTime, formatTimer } from '../text/format.ts'
import { formatMoney } from '../text/format-money.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { OpenItsPage } from './open-its-page.tsx'
import { holdWords, questionWords, type Viewer } from './question-words.ts'
import { cutSubject } from './thread.ts'
import { TO_ANSWER } from './thread-place.ts'

type QuestionCardProps = {
  question: QuestionDocument
  answer: AnswerDocument | null
  viewer: Viewer
  /** What sentences call the other person. */
  partner: string
  /** Whether the athlete can still answer the question on this device. */
  isOpen: boolean
  /** Whether this is the latest question of the conversation. */
  isLatest: boolean
  now: number
}

/** Shows a question in a thread: its status, its payment, and its content on demand (S2-2.65). */
export function QuestionMessage({
  question,
  answer,
  viewer,
  partner,
  isOpen,
  isLatest,
  now,
}: QuestionCardProps) {
  const { subject, kind, text, videoId, submittedAt, amountCents, adminNote, athleteNote, reason } = question
  const words = questionWords(question, { viewer, partner, answer, now })
  const money = viewer === 'fan' ? holdWords(question) : null
  return (
    <MessageFrame
      isOwn={viewer === 'fan'}
      title={subject}
      time={formatTime(submittedAt)}
      badge={<Badge tone={words.tone}>{words.badge}</Badge>}
      startsOpen={isOpen || isLatest}
      videoId={videoId}
      content={
        kind === 'text' ? (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        ) : (
          <MessageVideo videoId={videoId} label={`The question: ${subject}`} />
        )
      }
    >
      <StatusLine icon={words.icon}>{words.line}</StatusLine>
      {money && <StatusLine icon={money.icon}>{money.line}</StatusLine>}
      {viewer === 'athlete' && isOpen && amountCents > 0 && (
        <StatusLine icon="money">{formatMoney(amountCents)} is your share.</StatusLine>
      )}
      {adminNote && <Note from="From our team">{adminNote}</Note>}
      {reason === 'declined' && athleteNote && (
        <Note from={viewer === 'athlete' ? 'Your note' : `From ${partner}`}>{athleteNote}</Note>
      )}
      {viewer === 'fan' && <OpenItsPage questionId={question.id} />}
      {viewer === 'athlete' && isOpen && (
        <ButtonLink
          to="/dashboard/answer/$questionId"
          params={{ questionId: question.id }}
          icon="camera"
          className="mt-2 scroll-mb-24 justify-self-start md:scroll-mb-6"
          {...TO_ANSWER}
        >
          Answer
        </ButtonLink>
      )}
      {viewer === 'athlete' && isAwaited(question, answer) && (
        <ButtonLink
          to="/dashboard/answer/$questionId"
          params={{ questionId: question.id }}
          tone="secondary"
          size="small"
          className="mt-2 justify-self-start"
        >
          See its status
        </ButtonLink>
      )}
    </MessageFrame>
  )
}

/**
 * Checks whether an answer was announced but its video has not arrived. The device that has it may be lost, so
 * the athlete gets a link to the studio, where they can record it again.
 */
function isAwaited({ status, graceEndsAt }: QuestionDocument, answer: AnswerDocument | null): boolean {
  return status === 'approved' && graceEndsAt !== null && answer?.state !== 'stored'
}

type AnswerMessageProps = {
  answer: AnswerDocument
  subject: string
  isOwn: boolean
  /** Whether the fan's payment could not be collected. */
  isUnpaid?: boolean
  /** What is said in place of a video that was deleted. */
  gone?: string
  /** The follow-up about this answer. */
  children?: ReactNode
}

/** Shows an answer in a thread. */
export function AnswerMessage({
  answer,
  subject,
  isOwn,
  isUnpaid = false,
  gone,
  children,
}: AnswerMessageProps) {
  const { videoId, state, durationMs, deliveredAt, submittedAt, transcript } = answer
  return (
    <MessageFrame
      isOwn={isOwn}
      title={`Re: ${cutSubject(subject)}`}
      time={formatTime(deliveredAt ?? submittedAt)}
      badge={<Badge icon="play">{formatTimer(durationMs / 1_000)}</Badge>}
      startsOpen={!isOwn}
      videoId={state === 'withdrawn' ? null : videoId}
      content={
        <div className="grid gap-3">
          <MessageVideo
            videoId={videoId}
            label={`The answer: ${subject}`}
            captions={transcript?.captions}
            gone={gone}
          />
          <TranscriptText transcript={transcript} />
          {isOwn && state === 'delivered' && <TranscriptPart answer={answer} />}
        </div>
      }
      after={children}
    >
      {isOwn && (
        <StatusLine
          icon={state === 'delivered' ? 'check-double' : 'upload'}
          tone={state === 'delivered' ? 'success' : 'plain'}
        >
          {isUnpaid && state === 'stored' ? UNPAID : ANSWER_LINES[state]}
        </StatusLine>
      )}
    </MessageFrame>
  )
}

const ANSWER_LINES: Record<AnswerDocument['state'], string> = {
  waiting: 'Announced. The video has not arrived yet.',
  stored: 'Sent',
  delivered: 'Delivered',
  withdrawn: 'We could not read its video.',
}

const UNPAID = 'Kept. The payment could not be collected, so nobody was shown it.'

type MessageFrameProps = {
  isOwn: boolean
  title: string
  time: string
  badge: ReactNode
  startsOpen: boolean
  /** The video whose poster shows while the content is hidden. */
  videoId: string | null
  content: ReactNode
  after?: ReactNode
  children: ReactNode
}

function MessageFrame({
  isOwn,
  title,
  time,
  badge,
  startsOpen,
  videoId,
  content,
  after,
  children,
}: MessageFrameProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const contentId = useId()
  return (
    <article
      className={`card w-full max-w-xl scroll-mb-24 md:scroll-mb-6 ${isOwn ? 'self-end bg-sunken' : 'self-start'}`}
    >
      <div className="grid gap-2 p-4 pb-1.5 md:p-5 md:pb-2.5">
        <header className="flex items-start justify-between gap-3">
          <h3 className="label min-w-0 text-lg leading-snug [overflow-wrap:anywhere]">{title}</h3>
          <span className="flex shrink-0 items-center gap-2 pt-0.5">
            {badge}
            <span className="figures text-muted text-xs">{time}</span>
          </span>
        </header>
        {children}
        {!isOpen && videoId && (
          <div className="mt-1 grid justify-items-start gap-1">
            <VideoPoster videoId={videoId} className="h-28 w-auto max-w-full rounded" />
            <VideoStrip videoId={videoId} className="h-8 w-full max-w-96 rounded-sm" />
          </div>
        )}
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? 'eye-off' : 'eye'}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="-ml-3.5 justify-self-start"
        >
          {isOpen ? 'Hide content' : 'View content'}
        </Button>
      </div>
      <div id={contentId} hidden={!isOpen} className="border-t p-4 md:p-5">
        {isOpen && content}
      </div>
      {after}
    </article>
  )
}

type MessageVideoProps = { videoId: string | null; label: string; captions?: string | null; gone?: string }

function MessageVideo({ videoId, ...shown }: MessageVideoProps) {
  if (!videoId) return <p className="text-muted">The video is gone or not ready yet.</p>
  return <DeviceVideo videoId={videoId} {...shown} />
}

function Note({ from, children }: { from: string; children: string }) {
  return (
    <blockquote className="border-l-2 py-0.5 pl-3 text-sm">
      <p className="text-muted">{from}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{children}</p>
    </blockquote>
  )
}
