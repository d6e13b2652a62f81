import { Link } from '@tanstack/react-router'
import type { WaitingView } from '../answer/use-waiting.ts'
import type { KnownPerson } from '../app/session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { AthleteHead } from './athlete-head.tsx'
import type { OutboxItem } from './outbox/outbox-items.ts'
import { OutboxPanel } from './outbox/outbox-panel.tsx'
import { PushOffer } from './push-offer.tsx'
import { WaitingList } from './waiting-list.tsx'

type WaitingPaneProps = {
  person: KnownPerson
  view: WaitingView
  items: readonly OutboxItem[] | null
  sport: string | null
}

/** An athlete's first page: who they are, what waits for them, and what is under way from here. */
export function WaitingPane({ person, view, items, sport }: WaitingPaneProps) {
  const hasItems = items !== null && items.length > 0
  return (
    <>
      <AthleteHead person={person} newRequests={view.ready ? view.waiting.length : null} />
      <div className={`grid gap-8 py-6 md:py-8 ${hasItems ? 'lg:grid-cols-[1fr_20rem] lg:gap-10' : ''}`}>
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
        {hasItems && (
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
    </>
  )
}

function DeskLink() {
  return (
    <ButtonLink to="/admin" tone="secondary" iconAfter="arrow-right">
      Open the desk
    </ButtonLink>
  )
}
