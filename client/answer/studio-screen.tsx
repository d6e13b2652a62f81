import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useSession } from '../app/session.ts'
import { useDevice } from '../store/use-device.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonText } from '../ui/status/skeleton.tsx'
import { partnerName } from './asker-words.ts'
import { ClosedPanel } from './studio/closed-panel.tsx'
import { KeptReview } from './studio/kept-review.tsx'
import { Lobby } from './studio/lobby.tsx'
import { SentPanel } from './studio/sent-panel.tsx'
import { StudioLayout } from './studio/studio-layout.tsx'
import { type Studio, useStudio } from './studio/use-studio.ts'

/** Where an athlete answers one question: the whole screen, dark, with and without a network. */
export function StudioScreen() {
  const { questionId } = useParams({ strict: false })
  const { person } = useSession()
  // who may not answer is told so on the dashboard
  if (!person || person.role !== 'creator' || !questionId) return <Navigate to="/dashboard" replace />
  return <OpenStudio key={questionId} questionId={questionId} personId={person.id} />
}

type OpenStudioProps = { questionId: string; personId: string }

function OpenStudio({ questionId, personId }: OpenStudioProps) {
  const navigate = useNavigate()
  const studio = useStudio(questionId, personId)
  const leave = () => void navigate({ to: '/dashboard' })
  const name = studio.asker ? partnerName(studio.asker) : null
  return (
    <Dialog open size="full" title={name ? `Answer ${name}` : 'Answer'} dismissible={false} onClose={leave}>
      <StudioStage questionId={questionId} studio={studio} onDeclined={leave} />
    </Dialog>
  )
}

type StudioStageProps = { questionId: string; studio: Studio; onDeclined: () => void }

function StudioStage({ questionId, studio, onDeclined }: StudioStageProps) {
  const device = useDevice()
  const { stage, question, asker, now } = studio
  switch (stage.at) {
    case 'loading':
      return <StudioLoading />
    case 'missing':
      return <ClosedPanel question={null} takes={[]} now={now} />
    case 'closed':
      return <ClosedPanel question={question} takes={stage.takes} now={now} />
    case 'dealt-with': {
      const isDelivered = question?.status === 'completed'
      return <SentPanel questionId={questionId} by={stage.by} isDelivered={isDelivered} now={now} />
    }
    case 'open': {
      if (!question) return <StudioLoading />
      const shot = { device, purpose: 'answer', questionId, dueAt: question.dueAt } as const
      return stage.kept ? (
        <KeptReview key={stage.kept.id} shot={shot} question={question} take={stage.kept} />
      ) : (
        <Lobby shot={shot} question={question} asker={asker} now={now} onDeclined={onDeclined} />
      )
    }
  }
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
