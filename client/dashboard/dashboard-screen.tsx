import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { DAY_MS } from '../../sync/limits.ts'
import { readReplies, useAskedOnceMore } from '../answer/reply/use-asked-once-more.ts'
import { useAppBadge } from '../answer/use-app-badge.ts'
import { readUnderWay, useWaiting } from '../answer/use-waiting.ts'
import { useOnline } from '../api/connection.ts'
import { type KnownPerson, serverNow } from '../api/session.ts'
import type { Device } from '../db/device.ts'
import { readAhead, useStored } from '../store/use-device.ts'
import { useDocument } from '../store/use-document.ts'
import { formatDateTime } from '../text/format.ts'
import { usePartShown } from '../ui/part-shown.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { useWholeScreen } from '../ui/whole-screen.ts'
import { AppFrame } from './app-frame.tsx'
import { AthleteHead } from './athlete-head.tsx'
import { ConversationsPane } from './conversations-pane.tsx'
import {
  type DashboardTab,
  dashboardTabs,
  type FirstFacts,
  firstTab,
  isAthlete,
  namedTab,
} from './dashboard-tabs.ts'
import { LostNotice } from './device/lost-notice.tsx'
import { FeedbackWidget } from './feedback-widget.tsx'
import { MoneyPane } from './money/money-pane.tsx'
import { NotAuthenticated } from './not-authenticated.tsx'
import { OfflineLine } from './offline/offline-line.tsx'
import { useOnDevice } from './offline/use-on-device.ts'
import { unsentCount } from './outbox/outbox-items.ts'
import { OutboxPane } from './outbox/outbox-pane.tsx'
import { readHere, useOutboxItems } from './outbox/use-outbox-items.ts'
import { ProfilePane } from './profile/profile-pane.tsx'
import { useOwnProfile } from './profile/use-own-profile.ts'
import { OnboardingDialog } from './start/onboarding-dialog.tsx'
import { StartPane } from './start/start-pane.tsx'
import { type Linked, useLinkedQuestion } from './use-linked-question.ts'

const MEMBERS: readonly string[] = ['creator', 'basic', 'admin']

/** Reads what the first screen needs, so that its first render is complete. */
export async function readFirst(account: string): Promise<void> {
  await Promise.all([
    readAhead(account, readUnderWay),
    readAhead(account, readHere),
    readAhead(account, readReplies),
  ])
}

/** Renders the member's own page, online and offline; the role decides what it shows (S2-2.38 to S2-2.48). */
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
  // Nothing waits for a fan, so a number on their icon is left from another account.
  useAppBadge(isAthlete(person) ? (view.ready ? view.waiting : null) : [])
  const unsent = unsentCount(items ?? [])
  const asked = useAskedOnceMore()
  const hasWork = useHasWork(view.waiting.length + asked.length + unsent, view.isWhole && items !== null)
  // Only athletes are asked for a price, and only on a device that has their profile.
  const isSetUp = own.row ? person.role !== 'creator' || own.row.priceCents !== null : own.ready ? true : null
  const first = useTab(tab, person, { isSetUp, hasWork })
  const active = conversationId ? 'conversations' : first
  // The conversations report by themselves when they are complete.
  useWholeScreen(active !== null && active !== 'conversations')
  const counts = { waiting: view.waiting.length + asked.length, unsent }
  const hasHead = isAthlete(person) && !conversationId && (active === 'conversations' || active === 'start')
  const tabs = dashboardTabs(person, active, counts)
  // The screen of a conversation has a title of its own.
  const named = conversationId ? null : (tabs.find((each) => each.active)?.label ?? null)
  usePartShown({ key: active, name: named, of: 'Dashboard' })
  return (
    <AppFrame tabs={tabs}>
      {linked && <LinkedLine linked={linked} />}
      {hasHead && <AthleteHead person={person} newRequests={view.ready ? view.waiting.length : null} />}
      <KeptLine person={person} />
      <LostNotice />
      {active === null && <DashboardLoading />}
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

/** Returns whether there is something to do; null while this device has not pulled everything and still may. */
function useHasWork(count: number, isRead: boolean): boolean | null {
  const online = useOnline()
  const here = useOnDevice()
  const seemsIdle = isRead && here !== null && (here.isPulled || !online)
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    if (!seemsIdle) return setSure(false)
    // Wait, because rows that were pulled a moment ago may not be in the lists yet.
    const timer = setTimeout(() => setSure(true), IDLE_SURE_MS)
    return () => clearTimeout(timer)
  }, [seemsIdle])
  if (count > 0) return true
  return seemsIdle && isSure ? false : null
}

const IDLE_SURE_MS = 600

/** Renders a placeholder while this device reads what it has (S2-2.38); offline, it may say that it has nothing. */
function DashboardLoading() {
  const online = useOnline()
  const here = useOnDevice()
  if (!online && here?.isPulled === false) {
    return (
      <EmptyState title="Your dashboard is not on this device">
        It appears as soon as you are back online.
      </EmptyState>
    )
  }
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

/** Returns the open tab. What a bare address opens is decided once, so that no tab changes under the user's hands. */
function useTab(named: unknown, person: KnownPerson, facts: FirstFacts): DashboardTab | null {
  const first = useRef<DashboardTab | null>(null)
  first.current ??= firstTab(person, facts)
  return namedTab(named, person) ?? first.current
}

/** Opens the set-up for an athlete without a price; once closed, it opens again with the next visit (S2-2.52). */
function OnboardingOffer({ person }: { person: KnownPerson }) {
  const [isClosed, setClosed] = useState(false)
  const { profile } = useOwnProfile(person)
  const chosen = useStored((device) => readChosen(device, person.id), person.id)
  // A price that is still in the outbox has been chosen.
  if (isClosed || !chosen || chosen.is) return null
  return <OnboardingDialog person={person} profile={profile} onClose={() => setClosed(true)} />
}

async function readChosen(device: Device, personId: string): Promise<{ is: boolean }> {
  const saves = await device.outbox.where({ subject: personId }).toArray()
  const is = saves.some(
    ({ name, state, args }) =>
      name === 'profile.save' && state !== 'refused' && 'priceCents' in (args.after as object),
  )
  return { is }
}

/** Says that the question of a notification is being opened, or that it is not on this device. */
export function LinkedLine({ linked }: { linked: NonNullable<Linked> }) {
  return (
    <p role="status" className="label mb-4 text-muted text-sm">
      {linked === 'opening' ? (
        'Opening the question you were notified about'
      ) : (
        <>
          The question you were notified about is not on this device. It may have been withdrawn; if it is
          still on its way, it opens as soon as it is here.{' '}
          <Link to="/dashboard" search={{ tab: 'conversations' }} className="link">
            See what is here
          </Link>
        </>
      )}
    </p>
  )
}

/** Tells a user who had asked to have their account deleted that it is kept. */
export function KeptLine({ person: { keptAt } }: { person: KnownPerson }) {
  if (!keptAt || keptAt < serverNow() - DAY_MS) return null
  return (
    <div className="card mb-6 p-4">
      <StatusLine icon="check" tone="success" live>
        Welcome back. Your account is kept: the deletion you asked for was cancelled on{' '}
        {formatDateTime(keptAt)}. Questions that were open when you left stay closed.
      </StatusLine>
    </div>
  )
}
