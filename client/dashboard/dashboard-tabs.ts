import type { AppTab } from './app-frame.tsx'

const TABS = ['conversations', 'outbox', 'money', 'profile', 'start'] as const

/** The parts of the dashboard. */
export type DashboardTab = (typeof TABS)[number]

type Counts = { waiting: number; unsent: number }
type Person = { role: string; username: string | null }

/** Whether a person is asked (athletes, and the admin who looks after them) rather than asking (S2-2.41, S2-2.42). */
export function isAthlete({ role }: Pick<Person, 'role'>): boolean {
  return role === 'creator' || role === 'admin'
}

/** The part an address names; null where it leaves that to whoever opens it. */
export function namedTab(named: unknown, person: Pick<Person, 'role'>): DashboardTab | null {
  const tab = TABS.find((each) => each === named) ?? null
  return tab === 'start' && !isAthlete(person) ? null : tab
}

/** What the first part to be seen depends on; null while this device has not read it. */
export type FirstFacts = {
  /** A price was chosen (D22). */
  isSetUp: boolean | null
  /** A request waits, or something of theirs is on its way. */
  hasWork: boolean | null
}

/**
 * The part a bare address opens: a fan's conversations; an athlete's guide until they are set up, then the conversations
 * when there is something to do in them (S2-2.48, D83). Null while that is not known.
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

/** The bar of the app's frame: the parts of this person's dashboard, with what waits in each (S2-2.41, S2-2.47). */
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
