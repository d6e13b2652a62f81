import { Link } from '@tanstack/react-router'
import { COPY } from '../../sync/copy.ts'
import { partnerName } from '../answer/asker-words.ts'
import { useNow } from '../answer/use-now.ts'
import { formatAgo } from '../text/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Badge, CountBadge } from '../ui/status/badge.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton, SkeletonText } from '../ui/status/skeleton.tsx'
import { type ConversationRow, cutSubject } from './thread.ts'

type ConversationListProps = {
  rows: readonly ConversationRow[]
  ready: boolean
  /** Whether to suggest asking an athlete. True for a user whom nobody can ask. */
  canAsk: boolean
}

/** Lists the user's conversations, the one that changed last first (S2-2.60). */
export function ConversationList({ rows, ready, canAsk }: ConversationListProps) {
  const now = useNow()
  if (rows.length === 0) return ready ? <NoConversations canAsk={canAsk} /> : <ListSkeleton />
  return (
    <ul className="card divide-y overflow-hidden">
      {rows.map((row) => (
        <li key={row.id}>
          <ConversationLine row={row} now={now} />
        </li>
      ))}
    </ul>
  )
}

type ConversationLineProps = { row: ConversationRow; now: number }

function ConversationLine({ row, now }: ConversationLineProps) {
  const { id, partner, approved, isAskedOnceMore, latest, changedAt } = row
  const name = partnerName(partner)
  return (
    <Link
      to="/dashboard/conversation/$conversationId"
      params={{ conversationId: id }}
      className="flex items-center gap-3 px-4 py-3.5 hover:bg-sunken focus-visible:-outline-offset-3 aria-[current=page]:bg-sunken aria-[current=page]:shadow-[inset_3px_0_0_var(--signal)]"
    >
      <Avatar name={name} src={partner.pictureUrl} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="label min-w-0 truncate">
            {name}
            {partner.username && (
              <span className="ml-2 font-normal text-muted text-sm">@{partner.username}</span>
            )}
          </span>
          <span className="figures shrink-0 text-muted text-xs">{formatAgo(changedAt, now)}</span>
        </span>
        <span className="mt-0.5 flex items-center justify-between gap-3">
          <span className="min-w-0 truncate text-muted text-sm">
            {latest ? cutSubject(latest.subject) : ''}
          </span>
          {isAskedOnceMore && <Badge tone="signal">follow-up</Badge>}
          <CountBadge count={approved} label={approved === 1 ? 'approved question' : 'approved questions'} />
        </span>
      </span>
    </Link>
  )
}

function NoConversations({ canAsk }: { canAsk: boolean }) {
  return (
    <EmptyState
      title={canAsk ? 'No questions yet' : 'Nothing said yet'}
      drawing="net"
      action={
        canAsk && (
          <ButtonLink to="/ask" tone="secondary">
            Browse the roster
          </ButtonLink>
        )
      }
    >
      {canAsk ? 'Ask an athlete: your question and its answer appear here.' : COPY.noConversations}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden className="card divide-y">
      {['first', 'second', 'third'].map((line) => (
        <div key={line} className="flex items-center gap-3 px-4 py-3.5">
          <Skeleton className="size-12" />
          <div className="flex-1">
            <SkeletonText lines={2} />
          </div>
        </div>
      ))}
    </div>
  )
}
