import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Partner, QuestionDocument } from '../../sync/collections.ts'
import type { KnownPerson } from '../api/session.ts'
import type { TakeRow } from '../db/device.ts'
import type { Shot } from '../media/record/recording.ts'
import { readSendingChoice } from '../store/sending/network-preference.ts'
import { useCountedUnsent, useDevice, usePending, useStored } from '../store/use-device.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonText } from '../ui/status/skeleton.tsx'
import { partnerName } from './asker-words.ts'
import { forgetTyped } from './forget-typed.ts'
import { noteSent } from './note-sent.ts'
import { ReplyStudio } from './reply/reply-studio.tsx'
import { goesWith, prepareAnswer } from './send-answer.ts'
import { AnswerRecorder } from './studio/answer-recorder.tsx'
import { ClosedPanel, whyNotSent } from './studio/closed-panel.tsx'
import { KeptReview } from './studio/kept-review.tsx'
import { KeptStatus } from './studio/kept-status.tsx'
import { Lobby } from './studio/lobby.tsx'
import { useChosenTake } from './studio/other-takes.tsx'
import { SendNote } from './studio/send-note.tsx'
import { SentPanel } from './studio/sent-panel.tsx'
import { rowNote } from './studio/sent-words.ts'
import { StudioLayout } from './studio/studio-layout.tsx'
import { type Row, useRow } from './studio/use-row.ts'
import { type Studio, useStudio } from './studio/use-studio.ts'
import { useAppBadge } from './use-app-badge.ts'
import { useWaiting } from './use-waiting.ts'

/**
 * Renders the studio in which an athlete answers one question or, with `reply`, a follow-up about the answer. It
 * fills the whole screen, is dark, and works offline.
 */
export function StudioScreen({ person }: { person: KnownPerson }) {
  const { questionId } = useParams({ strict: false })
  const { reply } = useSearch({ strict: false }) as { reply?: unknown }
  // A user who may not answer is led to the dashboard, which says so.
  if (person.role !== 'creator' || !questionId) return <Navigate to="/dashboard" replace />
  const Place = reply ? ReplyStudio : OpenStudio
  return (
    <>
      <WaitingOnIcon />
      <Place key={questionId} questionId={questionId} personId={person.id} />
    </>
  )
}

type OpenStudioProps = { questionId: string; personId: string }

function OpenStudio({ questionId, personId }: OpenStudioProps) {
  const navigate = useNavigate()
  const device = useDevice()
  const [chosen, choose] = useChosenTake()
  const studio = useStudio(questionId, personId, chosen)
  const [view, setView] = useState<'stage' | 'recorder' | 'trim'>('stage')
  const [over, setOver] = useState<string | null>(null)
  const isSmall = useStored(readSendingChoice)?.saveData
  const { asker } = studio
  // Remember the question, because it leaves the device with its fan, and the athlete may be recording the answer.
  const seen = useRef<QuestionDocument | null>(null)
  if (studio.question) seen.current = studio.question
  const question = studio.question ?? seen.current
  const row = useRow(question)
  const leave = () => void navigate({ to: '/dashboard', search: { tab: 'conversations' } })
  const goOn = () => {
    if (question) noteSent('answer', question.subject)
    void forgetTyped(device, questionId)
    if (!row?.goOn('sent')) setView('stage')
  }
  const { dueAt = null, subject: about } = question ?? {}
  const shot: Shot = { device, purpose: 'answer', questionId, dueAt, about, isSmall }
  if (view === 'recorder' && question) {
    return (
      <AnswerRecorder
        shot={shot}
        question={question}
        whyNot={whyNotSent(studio)}
        over={over}
        others={studio.stage.at === 'open' ? sendableOf(studio.stage) : []}
        onSent={goOn}
        onTrim={studio.stage.at === 'dealt-with' ? undefined : () => setView('trim')}
        onClose={() => setView('stage')}
      />
    )
  }
  return (
    <Dialog
      open
      size="full"
      title={titleFor(asker, row)}
      note={<SentNote row={row} />}
      dismissible={false}
      onClose={leave}
    >
      <KeptStatus take={studio.stage.at === 'open' ? studio.stage.kept : null} />
      <StudioStage
        studio={studio}
        shot={shot}
        row={row}
        wasHere={!studio.question && question !== null}
        isTrimming={view === 'trim'}
        onTrim={(is) => setView(is ? 'trim' : 'stage')}
        onChoose={choose}
        onRecord={(former = null) => {
          // The new recording is the one to be sent, whichever was chosen before.
          choose(null)
          setOver(former)
          setView('recorder')
        }}
        onSent={goOn}
        onDealtWith={() => row?.goOn() || leave()}
      />
    </Dialog>
  )
}

/** Returns every take that could be sent in place of a new one. */
function sendableOf({ kept, others }: Extract<Studio['stage'], { at: 'open' }>): TakeRow[] {
  return kept ? [kept, ...others] : []
}

/** Says in a row how far the answer before is, because the next question is already on the screen. */
function SentNote({ row }: { row: Row | null }) {
  const pending = usePending(row?.sent ?? '')
  const counts = useCountedUnsent()
  return row?.sent && counts ? rowNote(pending ?? null, counts.answers) : null
}

const LONGEST_NAME = 24

/** Returns the title: the fan's name, if it leaves room for the question, and in a row how many are left. */
function titleFor(asker: Partner | null, row: Row | null): string {
  const name = asker ? partnerName(asker) : ''
  // Keep the name, and the number with its word, together on one line.
  const whole = name.replace(/ (?=\S+$)/, '\u00a0')
  const title = name && name.length <= LONGEST_NAME ? `Answer ${whole}` : 'Your answer'
  return row && row.left > 0 ? `${title}, ${row.left}\u00a0more` : title
}

type StudioStageProps = {
  studio: Studio
  shot: Shot
  row: Row | null
  wasHere: boolean
  isTrimming: boolean
  onTrim: (is: boolean) => void
  onChoose: (takeId: string | null) => void
  onRecord: (over?: string | null) => void
  onSent: () => void
  onDealtWith: () => void
}

function StudioStage({
  studio,
  shot,
  row,
  wasHere,
  isTrimming,
  onTrim,
  onChoose,
  onRecord,
  onSent,
  onDealtWith,
}: StudioStageProps) {
  const { stage, question, asker, now } = studio
  if (stage.at === 'loading') return <StudioLoading />
  const onSkip = row && row.left > 0 ? onDealtWith : null
  if (stage.at === 'missing' || !question) {
    const takes = stage.at === 'missing' ? stage.takes : []
    return <ClosedPanel {...{ shot, takes, now, wasHere, onSkip }} question={null} />
  }
  if (stage.at === 'closed') {
    const closed = { shot, question, now, onSkip, takes: stage.takes }
    return <ClosedPanel {...closed} onRecord={() => onRecord()} />
  }
  if (stage.at === 'dealt-with') {
    return <SentPanel {...{ shot, question, asker, stage, now, onRecord }} isRow={row !== null} />
  }
  if (stage.kept) {
    const { kept, others } = stage
    const take = { ...kept, dueAt: question.dueAt }
    return (
      <KeptReview
        key={kept.id}
        {...{ shot, take: kept, others, isTrimming, onTrim, onChoose, onSent }}
        onRecord={() => onRecord()}
        send={prepareAnswer(shot.device, take, null, goesWith(kept, others))}
        sendLabel={kept.state === 'refused' ? 'Send again' : 'Send answer'}
        sendNote={<SendNote shareCents={question.amountCents} dueAt={question.dueAt} />}
        turn={{ asker: asker?.firstName ?? 'the fan', onDealtWith, onSkip: row ? onDealtWith : null }}
      />
    )
  }
  const lobby = { shot, question, asker, now, onDealtWith, onRecord: () => onRecord() }
  return <Lobby {...lobby} onSkip={row ? onDealtWith : null} />
}

function StudioLoading() {
  return (
    <StudioLayout>
      <p role="status" className="sr-only">
        Loading the question
      </p>
      <SkeletonText lines={5} />
    </StudioLayout>
  )
}

/** Counts the waiting questions on the app's icon, because this screen shows no list that would count them. */
function WaitingOnIcon() {
  const { ready, waiting } = useWaiting()
  useAppBadge(ready ? waiting : null)
  return null
}
