import { Link } from '@tanstack/react-router'
import type { WaitingView } from '../../answer/use-waiting.ts'
import type { KnownPerson } from '../../app/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { OutboxItem } from '../outbox/outbox-items.ts'
import { OutboxPanel } from '../outbox/outbox-panel.tsx'
import { PushOffer } from '../push/push-offer.tsx'
import { WaitingList } from './waiting-list.tsx'

type WaitingPartProps = {
  person: KnownPerson
  view: WaitingView
  items: readonly OutboxItem[] | null
  sport: string | null
}

/** What waits for an athlete, and what is under way from here. */
export function WaitingPart({ person, view, items, sport }: WaitingPartProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="waiting" className="min-w-0">
        <div className="mb-4 grid gap-4 empty:hidden">
          {person.role === 'admin' && <DeskLink />}
          <PushOffer question="Tell me when a question is approved." />
        </div>
        <h2 id="waiting" className="display mb-4 text-2xl">
          Waiting for you
        </h2>
        <WaitingList view={view} sport={sport} />
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
          <OutboxPanel items={items} canAnswer />
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
