import { ConversationList } from '../conversation/conversation-list.tsx'
import { ThreadPanel } from '../conversation/thread-panel.tsx'
import { useConversationRows } from '../conversation/use-conversations.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'

type ConversationsPaneProps = { conversationId: string | null; personId: string; canAsk: boolean }

/** The conversations: one under the other on a phone, list and thread side by side where there is room. */
export function ConversationsPane({ conversationId, personId, canAsk }: ConversationsPaneProps) {
  const { rows, ready } = useConversationRows()
  const hasNone = ready && rows.length === 0
  return (
    <div className={hasNone ? '' : 'lg:grid lg:grid-cols-[minmax(18rem,22rem)_1fr] lg:gap-10'}>
      <div>
        <h1 className={`display mb-5 text-3xl ${conversationId ? 'max-lg:sr-only' : ''}`}>Conversations</h1>
        <div className={conversationId ? 'max-lg:hidden' : ''}>
          <ConversationList rows={rows} ready={ready} canAsk={canAsk} />
        </div>
      </div>
      {!hasNone && (
        <div className={conversationId ? '' : 'max-lg:hidden'}>
          {conversationId ? (
            <ThreadPanel key={conversationId} conversationId={conversationId} personId={personId} />
          ) : (
            <EmptyState title="Choose a conversation" drawing="net">
              Everything that was asked and answered in it stands here.
            </EmptyState>
          )}
        </div>
      )}
    </div>
  )
}
