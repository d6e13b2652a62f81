import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { LIMITS } from '../../../sync/limits.ts'
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
import { tellNotSent } from '../not-saved.ts'
import { noteSent } from '../note-sent.ts'
import { prepareReply } from '../send-answer.ts'
import { GONE } from '../studio/closed-panel.tsx'
import { KeptReview } from '../studio/kept-review.tsx'
import { PickFile } from '../studio/pick-file.tsx'
import { SendNote } from '../studio/send-note.tsx'
import { StudioLayout } from '../studio/studio-layout.tsx'
import { isLeftOver } from '../studio/studio-stage.ts'
import { OwnTakes } from '../take-tools.tsx'
import { replyStage } from './reply-stage.ts'
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
        doneLabel={isGone ? 'Keep it' : 'Send reply'}
        doneNote={isGone ? <StatusLine icon="info">{GONE}</StatusLine> : <ReplyNote />}
        onDone={({ take }) => {
          if (isGone) return () => setView('stage')
          const send = prepareReply(device, take)
          return async () => {
            const sent = await send()
            if (sent.ok) {
              if (question) noteSent('reply', question.subject)
              void forgetTyped(device, questionId)
              return leave()
            }
            tellNotSent(sent.notSaved)
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
        <ReplyPage {...{ shot, question, clarification, asker, view }} onView={setView} onLeave={leave} />
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
  onView: (view: View) => void
  onLeave: () => void
}

function ReplyPage({ shot, question, clarification, asker, view, onView, onLeave }: ReplyPageProps) {
  const own = useOwnReply(question.id)
  if (!own) return <NothingHere isLoading shot={shot} onLeave={onLeave} />
  const stage = replyStage(clarification, own)
  if (stage.at !== 'open') return <NothingHere isLoading={false} shot={shot} onLeave={onLeave} />
  const { kept, trouble } = stage
  if (kept) {
    return (
      <KeptReview
        key={kept.id}
        shot={shot}
        take={kept}
        send={prepareReply(shot.device, kept)}
        sendLabel="Send reply"
        sendNote={<ReplyNote />}
        isTrimming={view === 'trim'}
        onTrim={(is) => onView(is ? 'trim' : 'stage')}
        onRecord={() => onView('recorder')}
        onSent={() => {
          noteSent('reply', question.subject)
          void forgetTyped(shot.device, question.id)
          onLeave()
        }}
      />
    )
  }
  return (
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
        {trouble && (
          <StatusLine icon="warning" tone="warning">
            {trouble}
          </StatusLine>
        )}
        <StatusLine icon="info">
          Up to {LIMITS.answerRecordingMs / 1_000} seconds. It is free for {asker?.firstName ?? 'the fan'},
          and you earn nothing from it.
        </StatusLine>
      </article>
    </StudioLayout>
  )
}

/** Says what sending means: no money moves. */
function ReplyNote() {
  return (
    <>
      <SendNote shareCents={0} />
      <StatusLine icon="info">It is free, and you earn nothing from it.</StatusLine>
    </>
  )
}

type NothingHereProps = { isLoading: boolean; shot: Shot; onLeave: () => void }

/** Renders the studio while the follow-up is loaded, or when no reply is wanted, with the takes recorded for it. */
function NothingHere({ isLoading, shot, onLeave }: NothingHereProps) {
  const own = useOwnReply(shot.questionId)
  const takes = own?.takes.filter((take) => take.purpose === 'reply' && isLeftOver(take)) ?? []
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
