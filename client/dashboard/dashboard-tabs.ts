import type { AppTab } from '../app/app-frame.tsx'

/** The parts of the dashboard. */
export type DashboardTab = 'waiting' | 'conversations' | 'outbox' | 'profile'

type Counts = { waiting: number; unsent: number }
type Person = { role: string; username: string | null }

/** Whether a person is asked (athletes, and the admin who looks after them) rather than asking (S2-2.41, S2-2.42). */
export function isAthlete({ role }: Pick<Person, 'role'>): boolean {
  return role === 'creator' || role === 'admin'
}

/** The part an address names; an athlete starts with what waits, a fan with the conversations. */
export function readTab(named: unknown, person: Pick<Person, 'role'>): DashboardTab {
  if (named === 'conversations' || named === 'outbox' || named === 'profile') return named
  return isAthlete(person) ? 'waiting' : 'conversations'
}

/** The bar of the app's frame: the parts of this person's dashboard, with what waits in each. */
export function dashboardTabs(person: Person, active: DashboardTab, counts: Counts): AppTab[] {
  const tab = (key: DashboardTab, rest: Pick<AppTab, 'label' | 'icon' | 'count' | 'countLabel'>): AppTab => ({
    key,
    active: key === active,
    link: { to: '/dashboard', search: key === readTab(null, person) ? {} : { tab: key } },
    ...rest,
  })
  const conversations = tab('conversations', { label: 'Conversations', icon: 'chat' })
  const outbox = tab('outbox', {
    label: 'Outbox',
    icon: 'upload',
    count: counts.unsent,
    countLabel: 'not yet sent',
  })
  const profile = tab('profile', { label: 'Profile', icon: 'user' })
  if (!isAthlete(person)) return [conversations, outbox, profile, ASK]
  const waiting = tab('waiting', {
    label: 'Waiting',
    icon: 'inbox',
    count: counts.waiting,
    countLabel: 'waiting for you',
  })
  return [waiting, conversations, outbox, profile]
}

const ASK: AppTab = { key: 'ask', label: 'Ask', icon: 'question', active: false, link: { to: '/ask' } }
