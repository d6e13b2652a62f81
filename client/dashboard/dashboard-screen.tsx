import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAskedOnceMore } from '../answer/reply/use-asked-once-more.ts'
import { useAppBadge } from '../answer/use-app-badge.ts'
import { useWaiting } from '../answer/use-waiting.ts'
import { useOnline } from '../api/connection.ts'
import type { KnownPerson } from '../api/session.ts'
import { useDocument } from '../store/use-document.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useWholeScreen } from '../ui/whole-screen.ts'
import { AppFrame } from './app-frame.tsx'
import { AthleteHead } from './athlete-head.tsx'
import { ConversationsPane } from './conversations-pane.tsx'
import { dashboardTabs, isAthlete } from './dashboard-tabs.ts'
import { LostNotice } from './device/lost-notice.tsx'
import { FeedbackWidget } from './feedback-widget.tsx'
import { KeptLine } from './kept-line.tsx'
import { LinkedLine } from './linked-line.tsx'
import { MoneyPane } from './money/money-pane.tsx'
import { NotAuthenticated } from './not-authenticated.tsx'
import { OfflineLine } from './offline/offline-line.tsx'
import { useOnDevice } from './offline/use-on-device.ts'
import { unsentCount } from './outbox/outbox-items.ts'
import { OutboxPane } from './outbox/outbox-pane.tsx'
import { useOutboxItems } from './outbox/use-outbox-items.ts'
import { ProfilePane } from './profile/profile-pane.tsx'
import { OnboardingOffer } from './start/onboarding-offer.tsx'
import { StartPane } from './start/start-pane.tsx'
import { useLinkedQuestion } from './use-linked-question.ts'
import { useTab } from './use-tab.ts'

const MEMBERS: readonly string[] = ['creator', 'basic', 'admin']

/** The member's own page, with and without a network; what is seen of it is decided by the role (S2-2.38 to S2-2.48). */
export function DashboardScreen({ person }: { person: KnownPerson }) {
  if (!MEMBERS.includes(person.role)) return <NotAuthenticated />
  return <Dashboard key={person.id} person={person} />
}

function Dashboard({ person }: { person: KnownPerson }) {
  const { conversationId = null } = useParams({ strict: false })
  const { tab, question } = useSearch({ strict: false }) as { tab?: unknown; question?: unknown }
  const linked = useLinkedQuestion(question, person)
  const view = useWaiting()
  const items = useOutboxItems()
  const own = useDocument('people', person.id)
  // nothing waits for a fan: what an icon of theirs still shows is another's
  useAppBadge(isAthlete(person) ? (view.ready ? view.waiting.length : null) : 0)
  const unsent = unsentCount(items ?? [])
  const asked = useAskedOnceMore()
  const hasWork = useHasWork(view.waiting.length + asked.length + unsent, view.ready && items !== null)
  // athletes alone are asked for a price, and a device that was not told of one does not ask either
  const isSetUp = own.row ? person.role !== 'creator' || own.row.priceCents !== null : own.ready ? true : null
  const first = useTab(tab, person, { isSetUp, hasWork })
  const active = conversationId ? 'conversations' : first
  // the conversations say for themselves when they are
  useWholeScreen(active !== null && active !== 'conversations')
  const counts = { waiting: view.waiting.length + asked.length, unsent }
  const hasHead = isAthlete(person) && !conversationId && (active === 'conversations' || active === 'start')
  return (
    <AppFrame label="Dashboard" tabs={dashboardTabs(person, active, counts)}>
      {linked && <LinkedLine linked={linked} />}
      {active === null && <DashboardLoading />}
      {hasHead && <AthleteHead person={person} newRequests={view.ready ? view.waiting.length : null} />}
      <KeptLine person={person} />
      <LostNotice />
      {active === 'conversations' && (
        <ConversationsPane
          conversationId={conversationId}
          person={person}
          view={view}
          items={items}
          asked={asked}
          sport={own.row?.sport ?? null}
        />
      )}
      {active === 'outbox' && <OutboxPane items={items} canAnswer={isAthlete(person)} />}
      {active === 'money' && <MoneyPane person={person} />}
      {active === 'profile' && <ProfilePane person={person} />}
      {active === 'start' && <StartPane person={person} />}
      <OfflineLine waiting={view.waiting} />
      <FeedbackWidget />
      {isSetUp === false && isAthlete(person) && <OnboardingOffer person={person} />}
    </AppFrame>
  )
}

/** Whether there is something to do; null while this device has not heard all of it and may still hear. */
function useHasWork(count: number, isRead: boolean): boolean | null {
  const online = useOnline()
  const here = useOnDevice()
  const seemsIdle = isRead && here !== null && (here.isPulled || !online)
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    if (!seemsIdle) return setSure(false)
    // what was pulled a moment ago may not be in the lists yet
    const timer = setTimeout(() => setSure(true), IDLE_SURE_MS)
    return () => clearTimeout(timer)
  }, [seemsIdle])
  if (count > 0) return true
  return seemsIdle && isSure ? false : null
}

const IDLE_SURE_MS = 600

/** Stands for a moment, while this device reads what it has (S2-2.38). */
function DashboardLoading() {
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        Loading your dashboard
      </p>
      <Skeleton className="h-24" />
      <Skeleton className="h-72" />
    </div>
  )
}
