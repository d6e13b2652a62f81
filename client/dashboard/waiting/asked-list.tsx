import { Link } from '@tanstack/react-router'
import { partnerName } from '../../answer/asker-words.ts'
import type { AskedOnceMore } from '../../answer/reply/asked-once-more.ts'
import { useNow } from '../../answer/use-now.ts'
import { formatAgo } from '../../text/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/status/badge.tsx'

/** What fans asked once more about an answer, and nobody has replied to yet. */
export function AskedOnceMoreList({ asked }: { asked: readonly AskedOnceMore[] }) {
  const now = useNow()
  if (asked.length === 0) return null
  return (
    <ul aria-label="Asked once more" className="card mt-4 divide-y overflow-hidden first:mt-0">
      {asked.map(({ question, asker }) => (
        <li key={question.id}>
          <Link
            to="/dashboard/conversation/$conversationId"
            params={{ conversationId: question.conversationId }}
            className="flex items-start gap-3 p-4 hover:bg-sunken focus-visible:-outline-offset-3 md:gap-4 md:p-5"
          >
            <Avatar name={asker ? partnerName(asker) : 'A fan'} src={asker?.pictureUrl} size="small" />
            <span className="grid min-w-0 flex-1 grid-cols-1 gap-1">
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{question.clarification?.text}</span>
              <span className="text-muted text-sm">
                {asker ? partnerName(asker) : 'A fan'}, about “{question.subject}”
              </span>
            </span>
            <span className="grid shrink-0 justify-items-end gap-1.5">
              <Badge tone="signal">asked once more</Badge>
              <span className="figures text-muted text-xs">
                {formatAgo(question.clarification?.askedAt ?? now, now)}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
