import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useWaiting } from '../answer/use-waiting.ts'
import { AppFrame } from '../app/app-frame.tsx'
import type { KnownPerson } from '../app/session.ts'
import { useDocument } from '../store/use-document.ts'
import { ConversationsPane } from './conversations-pane.tsx'
import { dashboardTabs, isAthlete, readTab } from './dashboard-tabs.ts'
import { NotAuthenticated } from './not-authenticated.tsx'
import { OfflineLine } from './offline-line.tsx'
import { unsentCount } from './outbox/outbox-items.ts'
import { OutboxPanel } from './outbox/outbox-panel.tsx'
import { useOutboxItems } from './outbox/use-outbox-items.ts'
import { ProfilePane } from './profile/profile-pane.tsx'
import { PushOffer } from './push-offer.tsx'
import { useLinkedQuestion } from './use-linked-question.ts'
import { WaitingPane } from './waiting-pane.tsx'

const MEMBERS: readonly string[] = ['creator', 'basic', 'admin']

/** The member's own page, with and without a network; what is seen of it is decided by the role (S2-2.38 to S2-2.48). */
export function DashboardScreen({ person }: { person: KnownPerson }) {
  if (!MEMBERS.includes(person.role)) return <NotAuthenticated />
  return <Dashboard key={person.id} person={person} />
}

function Dashboard({ person }: { person: KnownPerson }) {
  const { conversationId = null } = useParams({ strict: false })
  const { tab, question } = useSearch({ strict: false }) as { tab?: unknown; question?: unknown }
  const isOpening = useLinkedQuestion(question, person)
  const view = useWaiting()
  const items = useOutboxItems()
  const sport = useDocument('people', person.id).row?.sport ?? null
  const active = conversationId ? 'conversations' : readTab(tab, person)
  const counts = { waiting: view.waiting.length, unsent: unsentCount(items ?? []) }
  return (
    <AppFrame label="Dashboard" tabs={dashboardTabs(person, active, counts)}>
      {isOpening && (
        <p role="status" className="label mb-4 text-muted text-sm">
          Opening the question you were told of
        </p>
      )}
      {active === 'waiting' && <WaitingPane person={person} view={view} items={items} sport={sport} />}
      {active === 'conversations' && (
        <>
          {!isAthlete(person) && !conversationId && (
            <div className="mb-6 empty:hidden">
              <PushOffer question="Tell me when an answer is here." />
            </div>
          )}
          <ConversationsPane
            conversationId={conversationId}
            personId={person.id}
            canAsk={!isAthlete(person)}
          />
        </>
      )}
      {active === 'outbox' && (
        <div className="max-w-2xl">
          <h1 className="display mb-5 text-3xl">Outbox</h1>
          <OutboxPanel items={items} canAnswer={isAthlete(person)} />
          <p className="mt-5">
            <Link to="/activity" className="link label inline-flex min-h-11 items-center text-sm">
              Everything that was said on this device
            </Link>
          </p>
        </div>
      )}
      {active === 'profile' && <ProfilePane person={person} />}
      <OfflineLine waiting={view.waiting} />
    </AppFrame>
  )
}
