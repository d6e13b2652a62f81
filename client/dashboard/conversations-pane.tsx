import { ConversationList } from '../conversation/conversation-list.tsx'
import { ThreadPanel } from '../conversation/thread-panel.tsx'
import { useConversationRows } from '../conversation/use-conversations.ts'
import { ClaimsPart } from '../question/claim/claims-part.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { useWholeScreen } from '../ui/whole-screen.ts'
import { isAthlete } from './dashboard-tabs.ts'
import { PushOffer } from './device/push-offer.tsx'
import { SharedPart } from './shared/shared-part.tsx'
import { useHasShared } from './shared/use-shared-videos.ts'
import { useStartSnapshot } from './use-start-snapshot.ts'
import { WaitingPart, type WaitingPartProps } from './waiting/waiting-part.tsx'

type ConversationsPaneProps = WaitingPartProps & { conversationId: string | null }

/**
 * Renders everything that is asked and answered: what waits for an athlete first, then the conversations. They are
 * stacked on a phone, and side by side where there is room.
 */
export function ConversationsPane({ conversationId, person, ...work }: ConversationsPaneProps) {
  const { rows, ready } = useConversationRows()
  const isAsked = isAthlete(person)
  const hasNone = ready && rows.length === 0 && work.view.waiting.length === 0
  const isWhole = (ready || rows.length > 0) && work.view.ready
  useWholeScreen(isWhole)
  useStartSnapshot(isWhole && rows.length > 0)
  // An athlete without a question still sees what they shared with the app, or why it was not kept.
  const hasShared = useHasShared()
  const hasAside = !hasNone || (isAsked && ((work.items?.length ?? 0) > 0 || hasShared))
  const Title = isAsked && !conversationId ? 'h2' : 'h1'
  return (
    <div
      className={`grid grid-cols-1 gap-8 ${conversationId ? 'max-lg:gap-0' : ''} ${isAsked && !conversationId ? 'pt-6 md:pt-8' : ''} ${hasAside ? 'lg:grid-cols-[minmax(18rem,22rem)_minmax(0,1fr)] lg:gap-10' : ''}`}
    >
      <section
        aria-labelledby="conversations"
        className={isAsked && !conversationId ? 'max-lg:order-last' : ''}
      >
        <Title
          id="conversations"
          className={`display mb-4 ${Title === 'h1' ? 'text-3xl' : 'text-2xl'} ${conversationId ? 'max-lg:sr-only' : ''}`}
        >
          Conversations
        </Title>
        {!isAsked && !conversationId && (
          <div className="mb-6 empty:hidden">
            <PushOffer question="Notify me when an answer is here." />
            <SharedPart waiting={null} />
          </div>
        )}
        <div className={conversationId ? 'max-lg:hidden' : ''}>
          <ClaimsPart />
          <ConversationList rows={rows} ready={ready} canAsk={!isAsked} />
        </div>
      </section>
      {hasAside && (
        <div className={`min-w-0 ${conversationId || isAsked ? '' : 'max-lg:hidden'}`}>
          <Aside conversationId={conversationId} person={person} {...work} />
        </div>
      )}
    </div>
  )
}

/** Renders the open conversation or, without one, what there is to do. */
function Aside({ conversationId, person, ...work }: ConversationsPaneProps) {
  if (conversationId) {
    return <ThreadPanel key={conversationId} conversationId={conversationId} personId={person.id} />
  }
  if (isAthlete(person)) return <WaitingPart person={person} {...work} />
  return (
    <EmptyState title="Choose a conversation" drawing="net">
      It shows every question and answer in it.
    </EmptyState>
  )
}
