import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import { countryName } from '../../text/country-options.ts'
import { formatDateTime, formatDeadline } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import {
  FLAG_WORDS,
  moneyWords,
  paidWords,
  STATUS_LABELS,
  STATUS_TONES,
  screeningLeft,
  shownAthlete,
} from '../desk-words.ts'
import { PaymentsPart } from '../money/payments-part.tsx'
import { BlockForm } from '../office/blocked-page.tsx'
import { FactList, Part } from '../panes.tsx'
import type { Requests } from '../requests/use-requests.ts'
import { useMay } from '../use-may.ts'
import { AnswerWords } from './answer-words.tsx'
import { AskerPart } from './asker-part.tsx'
import { ChangeStatus } from './change-status.tsx'
import { DeskVideo } from './desk-video.tsx'
import { TakenLine } from './taken-line.tsx'
import { TeamNotes } from './team-notes.tsx'

type DeskDetailProps = { question: DeskQuestionAnswer; requests: Requests }

/** Renders a whole request with everything that an admin needs for a decision (S2-2.113 to S2-2.118). */
export function DeskDetail({ question, requests }: DeskDetailProps) {
  const { subject, requester, under18, flags, status } = question
  const { looked, now, online, decision, acts } = requests
  const { changes } = looked
  const mayPayments = useMay('see-payments')
  const mayBlock = useMay('block-address')
  const mayScreen = useMay('screen-question')
  return (
    <article className="grid gap-5">
      {changes.length > 0 && <Changes changes={changes} />}
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
          {under18 && <Badge tone="warning">Under 18</Badge>}
          {flags.map((flag) => (
            <Badge key={flag} icon="flag">
              {FLAG_WORDS[flag]}
            </Badge>
          ))}
          <span className="label text-sm">{requester}</span>
        </div>
        <h2 className="display mt-3 text-2xl [overflow-wrap:anywhere]">{subject || 'N/A'}</h2>
      </header>
      {status === 'new' && mayScreen && (
        <TakenLine question={question} now={now} online={online} onChanged={looked.reload} />
      )}
      <Content question={question} onWatched={acts.onWatched} />
      <AskerPart history={question.history} sameText={question.sameText} />
      <Topics topics={question.noGoTopics} receiver={question.receiver} />
      <Money question={question} now={now} />
      <Outcome question={question} now={now} online={online} onSaved={looked.reload} />
      {status !== 'new' && mayPayments && (
        <PaymentsPart questionId={question.id} online={online} looked={question} />
      )}
      <TeamNotes question={question} online={online} onWritten={looked.reload} />
      <Facts question={question} />
      {mayBlock && <BlockAsker email={question.email} questionId={question.id} online={online} />}
      {mayScreen && <ChangeStatus question={question} now={now} online={online} decision={decision} />}
    </article>
  )
}

function Changes({ changes }: { changes: readonly string[] }) {
  return (
    <div role="alert" className="rounded bg-warning-wash px-4 py-3 text-sm text-warning">
      <p className="label">It changed while you looked at it</p>
      <ul className="list-inside list-disc">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  )
}

type ContentProps = { question: DeskQuestionAnswer; onWatched: (videoId: string) => void }

function Content({ question: { kind, text, videoId, subject }, onWatched }: ContentProps) {
  if (kind === 'text') return <p className="whitespace-pre-line text-lg [overflow-wrap:anywhere]">{text}</p>
  if (!videoId) return <p className="text-muted">The video is deleted, or not ready yet.</p>
  return <DeskVideo videoId={videoId} label={`The request: ${subject}`} onWatched={onWatched} />
}

function Topics({ topics, receiver }: { topics: string | null; receiver: string | null }) {
  return (
    <Part title={`No-go topics of ${shownAthlete(receiver)}`}>
      <p className={`whitespace-pre-line ${topics ? 'text-danger' : 'text-muted'}`}>
        {topics || 'None specified'}
      </p>
    </Part>
  )
}

function Money({ question, now }: { question: DeskQuestionAnswer; now: number }) {
  const { line, limit, isTooLate } = moneyWords(question, now)
  const left = screeningLeft(question, now)
  const { discount } = question
  return (
    <Part title="Money and time">
      <div className="grid gap-1.5">
        <StatusLine icon="card">{line}</StatusLine>
        {discount && (
          <StatusLine icon="tag">
            The code “{discount.label}” took {formatMoney(discount.takenOffCents)} off{' '}
            {formatMoney(question.amountCents + discount.takenOffCents)}.
          </StatusLine>
        )}
        {limit && (
          <StatusLine icon="lock" tone={isTooLate ? 'danger' : 'plain'}>
            {limit}
          </StatusLine>
        )}
        {left && (
          <StatusLine icon="clock" tone={left.tone}>
            Screening: {formatDeadline(question.screeningEndsAt, now)}
          </StatusLine>
        )}
      </div>
    </Part>
  )
}

type OutcomeProps = {
  question: DeskQuestionAnswer
  now: number
  online: boolean
  onSaved: () => Promise<void>
}

/** Renders the outcome of a decided request: the notes, the due date, the answer. */
function Outcome({ question, now, online, onSaved }: OutcomeProps) {
  const { adminNote, athleteNote, answerVideoId, dueAt, status, receiver, subject } = question
  return (
    <>
      {status === 'approved' && dueAt !== null && (
        <StatusLine icon="clock">
          Waiting on {shownAthlete(receiver)}: {formatDeadline(dueAt, now)}
        </StatusLine>
      )}
      {adminNote && <Part title="Rejection note">{adminNote}</Part>}
      {status === 'athlete rejected' && (
        <Part title="The athlete's note">{athleteNote || <span className="text-muted">No note</span>}</Part>
      )}
      {answerVideoId && (
        <Part title="Response">
          <DeskVideo videoId={answerVideoId} label={`The response: ${subject}`} />
        </Part>
      )}
      {answerVideoId && <AnswerWords question={question} online={online} onSaved={onSaved} />}
    </>
  )
}

/**
 * Renders the requester's address. An address that nobody confirmed may belong to another person, so a badge warns
 * of it.
 */
function Address({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  return (
    <>
      <span className="mr-2">{email}</span>
      {isConfirmed ? (
        <Badge tone="success">Account’s own</Badge>
      ) : (
        <Badge tone="warning">Typed, not confirmed</Badge>
      )}
    </>
  )
}

function Facts({ question }: { question: DeskQuestionAnswer }) {
  const { requester, email, isEmailConfirmed, city, countryCode, receiver, submittedAt } = question
  const { paid, beside } = paidWords(question)
  return (
    <FactList
      facts={[
        ['Requester', requester],
        ['Email', email && <Address key="email" email={email} isConfirmed={isEmailConfirmed} />],
        ['From', [city, countryName(countryCode)].filter(Boolean).join(', ')],
        ['Receiver', shownAthlete(receiver)],
        ['Price paid', beside ? `${paid} (${beside})` : paid],
        ['Date', formatDateTime(submittedAt)],
      ]}
    />
  )
}

type BlockAskerProps = { email: string; questionId: string; online: boolean }

/** Renders the button and the dialog that block the requester's address, which is already filled in. */
function BlockAsker({ email, questionId, online }: BlockAskerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-ml-3.5 justify-self-start"
        disabled={!online || email === ''}
        onClick={() => setOpen(true)}
      >
        Block this address…
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Block this address?">
        <p className="mb-4 text-sm">
          From now on it can ask nothing. If this was asked without signing in, an account that has the
          address can still ask: it may be somebody else’s. What was asked already waits here to be decided.
        </p>
        <BlockForm
          email={email}
          questionId={questionId}
          onAnswered={(isBlocked) => isBlocked && setOpen(false)}
        />
      </Dialog>
    </>
  )
}
