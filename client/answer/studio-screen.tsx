import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Partner } from '../../sync/collections.ts'
import type { KnownPerson } from '../app/session.ts'
import type { Shot } from '../media/record/recording.ts'
import { useDevice } from '../store/use-device.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonText } from '../ui/status/skeleton.tsx'
import { partnerName } from './asker-words.ts'
import { AnswerRecorder } from './studio/answer-recorder.tsx'
import { ClosedPanel } from './studio/closed-panel.tsx'
import { KeptReview } from './studio/kept-review.tsx'
import { Lobby } from './studio/lobby.tsx'
import { SentPanel } from './studio/sent-panel.tsx'
import { StudioLayout } from './studio/studio-layout.tsx'
import { type Studio, useStudio } from './studio/use-studio.ts'

/** Where an athlete answers one question: the whole screen, dark, with and without a network. */
export function StudioScreen({ person }: { person: KnownPerson }) {
  const { questionId } = useParams({ strict: false })
  // who may not answer is told so on the dashboard
  if (person.role !== 'creator' || !questionId) return <Navigate to="/dashboard" replace />
  return <OpenStudio key={questionId} questionId={questionId} personId={person.id} />
}

type OpenStudioProps = { questionId: string; personId: string }

function OpenStudio({ questionId, personId }: OpenStudioProps) {
  const navigate = useNavigate()
  const device = useDevice()
  const studio = useStudio(questionId, personId)
  const [isRecording, setRecording] = useState(false)
  const { question, asker } = studio
  const leave = () => void navigate({ to: '/dashboard' })
  const shot: Shot = { device, purpose: 'answer', questionId, dueAt: question?.dueAt ?? null }
  if (isRecording && question) {
    return <AnswerRecorder shot={shot} question={question} onClose={() => setRecording(false)} />
  }
  return (
    <Dialog open size="full" title={titleFor(asker)} dismissible={false} onClose={leave}>
      <StudioStage studio={studio} shot={shot} onRecord={() => setRecording(true)} onDeclined={leave} />
    </Dialog>
  )
}

const LONGEST_NAME = 24

/** Whom it is for, where the name leaves room for the question. */
function titleFor(asker: Partner | null): string {
  const name = asker ? partnerName(asker) : ''
  return name && name.length <= LONGEST_NAME ? `Answer ${name}` : 'Your answer'
}

type StudioStageProps = { studio: Studio; shot: Shot; onRecord: () => void; onDeclined: () => void }

function StudioStage({
  studio: { stage, question, asker, now },
  shot,
  onRecord,
  onDeclined,
}: StudioStageProps) {
  if (stage.at === 'loading') return <StudioLoading />
  if (stage.at === 'missing' || !question) return <ClosedPanel question={null} takes={[]} now={now} />
  if (stage.at === 'closed') return <ClosedPanel question={question} takes={stage.takes} now={now} />
  if (stage.at === 'dealt-with') {
    return <SentPanel question={question} asker={asker} by={stage.by} now={now} />
  }
  if (stage.kept) {
    return (
      <KeptReview key={stage.kept.id} shot={shot} question={question} take={stage.kept} onRecord={onRecord} />
    )
  }
  return (
    <Lobby
      shot={shot}
      question={question}
      asker={asker}
      now={now}
      onRecord={onRecord}
      onDeclined={onDeclined}
    />
  )
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
