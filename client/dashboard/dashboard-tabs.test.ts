import { describe, expect, test } from 'vitest'
import { dashboardTabs, readTab } from './dashboard-tabs.ts'

const NONE = { waiting: 0, unsent: 0 }
const keysOf = (role: string) =>
  dashboardTabs({ role, username: 'nora' }, 'conversations', NONE).map(({ key }) => key)

describe('the parts of the dashboard', () => {
  test('S2-2.41 S2-2.42 S2-6.3 an athlete has what waits, a fan has the conversations', () => {
    expect(keysOf('creator')).toEqual(['waiting', 'conversations', 'outbox', 'profile'])
    expect(keysOf('basic')).toEqual(['conversations', 'outbox', 'profile', 'ask'])
  })

  test('an address names a part; without one, or with nonsense, each starts with their own', () => {
    expect(readTab('outbox', { role: 'basic' })).toBe('outbox')
    expect(readTab(undefined, { role: 'basic' })).toBe('conversations')
    expect(readTab({ tab: 1 }, { role: 'creator' })).toBe('waiting')
    expect(readTab('waiting', { role: 'basic' })).toBe('conversations')
  })

  test('what waits is counted where it waits', () => {
    const tabs = dashboardTabs({ role: 'creator', username: null }, 'waiting', {
      ...NONE,
      waiting: 3,
      unsent: 2,
    })
    expect(tabs.map(({ key, count, active }) => [key, count, active])).toEqual([
      ['waiting', 3, true],
      ['conversations', undefined, false],
      ['outbox', 2, false],
      ['profile', undefined, false],
    ])
  })
})
