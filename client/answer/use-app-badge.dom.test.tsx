import { expect, onTestFinished, test, vi } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { settled, show } from '../testing/open-screen.tsx'
import { useAppBadge } from './use-app-badge.ts'

const waitingFor = (...ids: string[]) => ids.map((id) => ({ question: { id } as QuestionDocument }))

function Badge({ waiting }: { waiting: ReturnType<typeof waitingFor> | null }) {
  useAppBadge(waiting)
  return null
}

test('the notifications that asked for an answer go once the question waits no longer, and no others', async () => {
  const tags = ['request-approved-a', 'request-reminder-a', 'answer-ready-a', 'request-approved-b']
  const shown = new Set(tags)
  const getNotifications = async ({ tag = '' } = {}) =>
    shown.has(tag) ? [{ close: () => void shown.delete(tag) }] : []
  const registered = vi
    .spyOn(navigator.serviceWorker, 'getRegistration')
    .mockResolvedValue({ getNotifications } as never)
  onTestFinished(() => registered.mockRestore())
  for (const waiting of [null, waitingFor('a', 'b'), null]) show(<Badge waiting={waiting} />)
  await settled()
  expect([...shown]).toEqual(tags)
  show(<Badge waiting={waitingFor('b')} />)
  await expect.poll(() => [...shown]).toEqual(['answer-ready-a', 'request-approved-b'])
})
