import { describe, expect, test } from 'vitest'
import { dashboardTabs, firstTab, namedTab } from './dashboard-tabs.ts'

const NONE = { waiting: 0, unsent: 0 }
const [fan, athlete] = [{ role: 'basic' }, { role: 'creator' }]
const labelsOf = (role: string) =>
  dashboardTabs({ role, username: 'nora' }, 'conversations', NONE).map(({ label }) => label)

describe('the parts of the dashboard', () => {
  test('S1-2.12 S2-1.2 S2-1.3 S2-2.5 S2-2.41 S2-2.47 S2-6.3 an athlete and an admin have the guide, a fan has less', () => {
    expect(labelsOf('creator')).toEqual(['Conversations', 'Outbox', 'Money', 'Profile', 'Getting Started'])
    expect(labelsOf('admin')).toEqual(['Conversations', 'Outbox', 'Profile', 'Getting Started'])
    expect(labelsOf('basic')).toEqual(['Conversations', 'Outbox', 'Receipts', 'Profile', 'Ask'])
  })

  test('an address names a part; nonsense, and what is not for this role, names none', () => {
    expect(namedTab('outbox', fan)).toBe('outbox')
    expect(namedTab('start', athlete)).toBe('start')
    expect([namedTab(undefined, fan), namedTab({ tab: 1 }, athlete), namedTab('start', fan)]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('S2-2.48 D83 the guide until a price is chosen, then the conversations when something waits, else the guide', () => {
    const first = (isSetUp: boolean | null, hasWork: boolean | null) =>
      firstTab(athlete, { isSetUp, hasWork })
    expect([first(false, true), first(false, null)]).toEqual(['start', 'start'])
    expect([first(true, true), first(true, false)]).toEqual(['conversations', 'start'])
    expect([first(null, true), first(true, null)]).toEqual([null, null])
    expect(firstTab(fan, { isSetUp: null, hasWork: null })).toBe('conversations')
  })

  test('what waits is counted where it waits', () => {
    const counts = { waiting: 3, unsent: 2 }
    const tabs = dashboardTabs({ role: 'creator', username: null }, 'conversations', counts)
    expect(tabs.map(({ key, count, active }) => [key, count, active])).toEqual([
      ['conversations', 3, true],
      ['outbox', 2, false],
      ['money', undefined, false],
      ['profile', undefined, false],
      ['start', undefined, false],
    ])
  })
})
