import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { partnerName } from '../../answer/asker-words.ts'
import type { AskedOnceMore } from '../../answer/reply/asked-once-more.ts'
import { useNow } from '../../answer/use-now.ts'
import type { WaitingView } from '../../answer/use-waiting.ts'
import type { KnownPerson } from '../../api/session.ts'
import { formatAgo } from '../../text/format.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { PushOffer } from '../device/push-offer.tsx'
import { JourneyDialog } from '../offline/journey-dialog.tsx'
import type { OutboxItem } from '../outbox/outbox-item.ts'
import { OutboxPanel } from '../outbox/outbox-panel.tsx'
import { SharedPart } from '../shared/shared-part.tsx'
import { WaitingList } from './waiting-list.tsx'

export type WaitingPartProps = {
  person: KnownPerson
  view: WaitingView
  items: readonly OutboxItem[] | null
  asked: readonly AskedOnceMore[]
  sport: string | null
}

/** Renders what waits for an athlete, and what is under way from this device. */
export function WaitingPart({ person, view, items, asked, sport }: WaitingPartProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="waiting" className="min-w-0">
        <div className="mb-4 grid gap-4 empty:hidden">{person.role === 'admin' && <DeskLink />}</div>
        <div className="mb-3 flex md:mb-4 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="waiting" className="display text-2xl">
            Waiting for you
          </h2>
          <div className="max-sm:hidden">
            <AllOfThem waiting={view.waiting} />
          </div>
        </div>
        <SharedPart waiting={view.waiting} />
        <WaitingList view={view} sport={sport} hasOther={asked.length > 0} />
        <div className="mt-4 empty:hidden sm:hidden">
          <AllOfThem waiting={view.waiting} />
        </div>
        <AskedOnceMoreList asked={asked} />
        <div className="mt-4 empty:hidden">
          <PushOffer question="Notify me when a question is approved." />
        </div>
      </section>
      {items !== null && items.length > 0 && (
        <section aria-labelledby="outbox" className="min-w-0">
          <div className="mb-4 flex items-baseline justify-between gap-4">
            <h2 id="outbox" className="display text-2xl">
              Outbox
            </h2>
            <Link to="/dashboard" search={{ tab: 'outbox' }} className="link text-sm">
              Open
            </Link>
          </div>
          <OutboxPanel items={items} canAnswer isFolded />
        </section>
      )}
    </div>
  )
}

function DeskLink() {
  return (
    <ButtonLink to="/admin" tone="secondary" iconAfter="arrow-right">
      Open the desk
    </ButtonLink>
  )
}

/** Renders the buttons to answer all questions in a row, and to take them along, where the browser can keep them. */
function AllOfThem({ waiting }: Pick<WaitingView, 'waiting'>) {
  const [isPacking, setPacking] = useState(false)
  const [first, ...others] = waiting
  if (!first) return null
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&_svg]:hidden">
        {others.length > 0 && (
          <ButtonLink
            to="/dashboard/answer/$questionId"
            params={{ questionId: first.question.id }}
            search={{ row: true }}
            tone="secondary"
            size="small"
            icon="camera"
            className="max-sm:flex-1 max-sm:px-2"
          >
            Answer all {others.length + 1} in a row
          </ButtonLink>
        )}
        {!keepsNothing() && (
          <Button
            tone="secondary"
            size="small"
            icon="download"
            className="max-sm:flex-1 max-sm:px-2"
            onClick={() => setPacking(true)}
          >
            Take my inbox with me
          </Button>
        )}
      </div>
      {isPacking && <JourneyDialog waiting={waiting} onClose={() => setPacking(false)} />}
    </>
  )
}

/** Renders the follow-up questions that nobody has replied to yet. */
function AskedOnceMoreList({ asked }: { asked: readonly AskedOnceMore[] }) {
  const now = useNow()
  if (asked.length === 0) return null
  return (
    <ul aria-label="Follow-up questions" className="card mt-4 divide-y overflow-hidden first:mt-0">
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
              <Badge tone="signal">follow-up</Badge>
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
