import type { AppTab } from './app-frame.tsx'

const TABS = ['conversations', 'outbox', 'money', 'profile', 'start'] as const

/** The tabs of the dashboard. */
export type DashboardTab = (typeof TABS)[number]

type Counts = { waiting: number; unsent: number }
type Person = { role: string; username: string | null }

/** Checks whether a person is asked (an athlete, or an admin who looks after them), not a fan (S2-2.41, S2-2.42). */
export function isAthlete({ role }: Pick<Person, 'role'>): boolean {
  return role === 'creator' || role === 'admin'
}

/** Returns the tab that an address names; null when it names none that this person has. */
export function namedTab(named: unknown, person: Pick<Person, 'role'>): DashboardTab | null {
  const tab = TABS.find((each) => each === named) ?? null
  return tab === 'start' && !isAthlete(person) ? null : tab
}

/** What decides the first tab; null while this device has not read it. */
export type FirstFacts = {
  /** Whether the athlete has chosen a price (D22). */
  isSetUp: boolean | null
  /** Whether a request waits for the athlete, or something of theirs is on its way. */
  hasWork: boolean | null
}

/**
 * Returns the tab that a bare address opens: a fan's conversations; an athlete's guide until they are set up, then
 * the conversations if there is something to do, otherwise the guide (S2-2.48, D83). Null while that is not known.
 */
export function firstTab(
  person: Pick<Person, 'role'>,
  { isSetUp, hasWork }: FirstFacts,
): DashboardTab | null {
  if (!isAthlete(person)) return 'conversations'
  if (isSetUp === null) return null
  if (!isSetUp) return 'start'
  return hasWork === null ? null : hasWork ? 'conversations' : 'start'
}

/** Returns the tabs of this person's dashboard, with how much waits in each (S2-2.41, S2-2.47). */
export function dashboardTabs(person: Person, active: DashboardTab | null, counts: Counts): AppTab[] {
  const tab = (key: DashboardTab, rest: Pick<AppTab, 'label' | 'icon' | 'count' | 'countLabel'>): AppTab => ({
    key,
    active: key === active,
    link: { to: '/dashboard', search: { tab: key } },
    ...rest,
  })
  const unsent = { count: counts.unsent, countLabel: 'not sent' }
  const waiting = { count: counts.waiting, countLabel: 'waiting for you' }
  const outbox = tab('outbox', { label: 'Outbox', icon: 'upload', ...unsent })
  const money = tab('money', { label: person.role === 'creator' ? 'Money' : 'Receipts', icon: 'card' })
  const profile = tab('profile', { label: 'Profile', icon: 'user' })
  if (!isAthlete(person)) return [tab('conversations', CONVERSATIONS), outbox, money, profile, ASK]
  return [
    tab('conversations', { ...CONVERSATIONS, ...waiting }),
    outbox,
    ...(person.role === 'creator' ? [money] : []),
    profile,
    tab('start', { label: 'Getting Started', icon: 'guide' }),
  ]
}

const CONVERSATIONS = { label: 'Conversations', icon: 'chat' } as const
const ASK: AppTab = { key: 'ask', label: 'Ask', icon: 'question', active: false, link: { to: '/ask' } }
