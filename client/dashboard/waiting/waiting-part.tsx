import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AskedOnceMore } from '../../answer/reply/asked-once-more.ts'
import type { WaitingView } from '../../answer/use-waiting.ts'
import type { KnownPerson } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PushOffer } from '../device/push-offer.tsx'
import { JourneyDialog } from '../offline/journey-dialog.tsx'
import type { OutboxItem } from '../outbox/outbox-item.ts'
import { OutboxPanel } from '../outbox/outbox-panel.tsx'
import { SharedPart } from '../shared/shared-part.tsx'
import { AskedOnceMoreList } from './asked-list.tsx'
import { WaitingList } from './waiting-list.tsx'

type WaitingPartProps = {
  person: KnownPerson
  view: WaitingView
  items: readonly OutboxItem[] | null
  asked: readonly AskedOnceMore[]
  sport: string | null
}

/** What waits for an athlete, and what is under way from here. */
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
          <PushOffer question="Tell me when a question is approved." />
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

/** From the first question to the last without coming back here, and all of them along on a journey. */
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
        <Button
          tone="secondary"
          size="small"
          icon="download"
          className="max-sm:flex-1 max-sm:px-2"
          onClick={() => setPacking(true)}
        >
          Take my inbox with me
        </Button>
      </div>
      {isPacking && <JourneyDialog waiting={waiting} onClose={() => setPacking(false)} />}
    </>
  )
}
