import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { LIMITS } from '../../../sync/limits.ts'
import type { TakeRow } from '../../db/device.ts'
import type { Shot } from '../../media/record/recording.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { RecordPanel } from '../../media/record-panel.tsx'
import { readSendingChoice } from '../../store/sending/network-preference.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { useDocument } from '../../store/use-document.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonText } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AskerLine } from '../asker-line.tsx'
import { forgetTyped } from '../forget-typed.ts'
import { tellAlready, tellNotSent } from '../not-saved.ts'
import { noteSent } from '../note-sent.ts'
import { goesWith, prepareReply } from '../send-answer.ts'
import { GONE } from '../studio/closed-panel.tsx'
import { KeptReview } from '../studio/kept-review.tsx'
import { KeptStatus } from '../studio/kept-status.tsx'
import { NotesPart } from '../studio/notes-part.tsx'
import { useChosenTake } from '../studio/other-takes.tsx'
import { PickFile } from '../studio/pick-file.tsx'
import { StudioLayout } from '../studio/studio-layout.tsx'
import { isLeftOver } from '../studio/studio-stage.ts'
import { Teleprompter } from '../studio/teleprompter.tsx'
import { OwnTakes } from '../take-tools.tsx'
import { ReplyNote } from './reply-note.tsx'
import { type OwnReply, replyStage } from './reply-stage.ts'
import { useOwnReply } from './use-own-reply.ts'

type ReplyStudioProps = { questionId: string; personId: string }
type View = 'stage' | 'recorder' | 'trim'

/** Renders the studio in which an athlete replies by a short video to a follow-up about their answer. */
export function ReplyStudio({ questionId, personId }: ReplyStudioProps) {
  const navigate = useNavigate()
  const device = useDevice()
  const { row: question, ready } = useDocument('questions', questionId)
  const asker = useDocument('conversations', question?.conversationId ?? '').row?.partner ?? null
  const isSmall = useStored(readSendingChoice)?.saveData
  const [view, setView] = useState<View>('stage')
  const [chosen, choose] = useChosenTake()
  const own = useOwnReply(questionId)
  const shot: Shot = { device, purpose: 'reply', questionId, dueAt: null, about: question?.subject, isSmall }
  const leave = () => {
    const conversationId = question?.conversationId
    const there = {
      params: { conversationId: conversationId ?? '' },
      state: { followUp: questionId },
      resetScroll: false,
    }
    if (conversationId) void navigate({ to: '/dashboard/conversation/$conversationId', ...there })
    else void navigate({ to: '/dashboard', search: { tab: 'conversations' } })
  }
  const clarification = question?.athleteId === personId ? question.clarification : null
  // Remember the follow-up, because it leaves the device with its fan, and the athlete may be recording the reply.
  const seen = useRef<Clarification | null>(null)
  if (clarification) seen.current = clarification
  const isGone = !clarification && ready
  if (view === 'recorder' && seen.current) {
    return (
      <RecordPanel
        {...shot}
        title="Record your reply"
        prompt={<p className="whitespace-pre-line">{seen.current.text}</p>}
        notes={(isRunning) => <Teleprompter questionId={questionId} isRunning={isRunning} />}
        doneLabel={isGone ? 'Keep it' : 'Send reply'}
        doneNote={({ take }) =>
          isGone ? (
            <StatusLine icon="info">{GONE}</StatusLine>
          ) : (
            <ReplyNote goes={goesWith(take, repliesOf(own))} />
          )
        }
        onDone={({ take }) => {
          if (isGone) return () => setView('stage')
          const send = prepareReply(device, take, goesWith(take, repliesOf(own)))
          return async () => {
            const sent = await send()
            if (sent.ok && sent.value !== 'already') {
              if (question) noteSent('reply', question.subject)
              void forgetTyped(device, questionId)
              return leave()
            }
            if (sent.ok) tellAlready()
            else tellNotSent(sent.notSaved)
            setView('stage')
          }
        }}
        isLast={isGone}
        onTrim={isGone ? undefined : () => setView('trim')}
        onClose={() => setView('stage')}
      />
    )
  }
  const title = asker ? `Reply to ${asker.firstName}` : 'Your reply'
  return (
    <Dialog open size="full" title={title} dismissible={false} onClose={leave}>
      {question && clarification ? (
        <ReplyPage
          {...{ shot, question, clarification, asker, view, own, chosen }}
          onChoose={choose}
          onView={setView}
          onLeave={leave}
        />
      ) : (
        <NothingHere isLoading={!question && !ready} shot={shot} onLeave={leave} />
      )}
    </Dialog>
  )
}

type ReplyPageProps = {
  shot: Shot
  question: QuestionDocument
  clarification: Clarification
  asker: Partner | null
  view: View
  own: OwnReply | null
  chosen: string | null
  onChoose: (takeId: string | null) => void
  onView: (view: View) => void
  onLeave: () => void
}

function ReplyPage({ shot, question, clarification, asker, view, own, chosen, ...ways }: ReplyPageProps) {
  const { onChoose, onView, onLeave } = ways
  if (!own) return <NothingHere isLoading shot={shot} onLeave={onLeave} />
  const stage = replyStage(clarification, own, chosen)
  if (stage.at !== 'open') return <NothingHere isLoading={false} shot={shot} onLeave={onLeave} />
  const { kept, others, errorText } = stage
  return (
    <>
      <KeptStatus take={kept} />
      {kept ? (
        <KeptReview
          key={kept.id}
          shot={shot}
          take={kept}
          others={others}
          onChoose={onChoose}
          send={prepareReply(shot.device, kept, goesWith(kept, others))}
          sendLabel="Send reply"
          sendNote={<ReplyNote goes={[]} />}
          isTrimming={view === 'trim'}
          onTrim={(is) => onView(is ? 'trim' : 'stage')}
          onRecord={() => {
            onChoose(null)
            onView('recorder')
          }}
          onSent={() => {
            noteSent('reply', question.subject)
            void forgetTyped(shot.device, question.id)
            onLeave()
          }}
        />
      ) : (
        <StudioLayout
          actions={
            <>
              <RecoveryCard {...shot} />
              <Button size="large" icon="camera" wide onClick={() => onView('recorder')} data-autofocus>
                Record your reply
              </Button>
              <PickFile shot={shot} />
            </>
          }
        >
          <article className="grid grid-cols-1 gap-5">
            <AskerLine asker={asker} />
            <p className="label text-muted text-sm">About your answer to “{question.subject}”</p>
            <p className="whitespace-pre-line text-xl leading-snug [overflow-wrap:anywhere]">
              {clarification.text}
            </p>
            {errorText && (
              <StatusLine icon="warning" tone="warning">
                {errorText}
              </StatusLine>
            )}
            <StatusLine icon="info">
              Up to {LIMITS.answerRecordingMs / 1_000} seconds. It is free for {asker?.firstName ?? 'the fan'}
              , and you earn nothing from it.
            </StatusLine>
          </article>
          <NotesPart questionId={question.id} className="mt-6 border-t pt-2" />
        </StudioLayout>
      )}
    </>
  )
}

/** Returns what was recorded in reply to the follow-up. */
function repliesOf(own: OwnReply | null): TakeRow[] {
  return own?.takes.filter(({ purpose }) => purpose === 'reply') ?? []
}

type NothingHereProps = { isLoading: boolean; shot: Shot; onLeave: () => void }

/** Renders the studio while the follow-up is loaded, or when no reply is wanted, with the takes recorded for it. */
function NothingHere({ isLoading, shot, onLeave }: NothingHereProps) {
  const own = useOwnReply(shot.questionId)
  const takes = repliesOf(own).filter(isLeftOver)
  if (isLoading) {
    return (
      <StudioLayout>
        <p role="status" className="sr-only">
          Loading the follow-up
        </p>
        <SkeletonText lines={5} />
      </StudioLayout>
    )
  }
  return (
    <StudioLayout
      actions={
        <>
          <RecoveryCard {...shot} />
          <Button wide onClick={onLeave}>
            Back to the conversation
          </Button>
        </>
      }
    >
      <h3 className="display text-3xl">Nothing to reply to</h3>
      <p className="mt-4 text-lg text-muted text-pretty">
        There is already a reply, you reported the follow-up, or it is not on this device. The conversation
        says which.
      </p>
      <OwnTakes takes={takes} />
    </StudioLayout>
  )
}
