import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { deviceExists } from '../../db/device.ts'
import { type Activity, forgetActivities, keepActivity, watchActivities } from './activity.ts'

/** Watches the list of an account, as an open screen does. */
async function openList(account: string) {
  const seen: { now: Activity[] | null } = { now: null }
  const stop = await watchActivities(account, (activities) => {
    seen.now = activities
  })
  return { texts: () => seen.now?.map(({ text }) => text), stop }
}

const tell = (account: string, text: string) => keepActivity(account, { text, tone: 'success' })

test('D89 S1-9.13 S2-9.23 what was said stays, newest first, for its own account alone, until the list is cleared', async () => {
  const [ada, bob] = [newId(), newId()]
  await tell(ada, 'Your question is cancelled.')
  await tell(bob, 'Somebody else’s')
  const list = await openList(ada)
  await tell(ada, 'The request has been rejected')
  await vi.waitFor(
    () => expect(list.texts()).toEqual(['The request has been rejected', 'Your question is cancelled.']),
    30_000,
  )
  await forgetActivities(ada)
  await vi.waitFor(() => expect(list.texts()).toEqual([]), 30_000)
  list.stop()
})

test('the list is bounded: the oldest makes room, and what came at the same time is all there', async () => {
  const account = newId()
  await Promise.all(Array.from({ length: 130 }, (_, n) => tell(account, `No. ${n}`)))
  const list = await openList(account)
  await vi.waitFor(() => expect(list.texts()).toHaveLength(100), 30_000)
  expect(new Set(list.texts()).size).toBe(100)
  expect(list.texts()).not.toContain('No. 0')
  list.stop()
})

test('looking at an empty list makes no database', async () => {
  const account = newId()
  expect((await openList(account)).texts()).toEqual([])
  expect(await deviceExists(account)).toBe(false)
})
