import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { show } from '../testing/open-screen.tsx'
import { useAppBadge } from './use-app-badge.ts'

const waitingFor = (...ids: string[]) => ids.map((id) => ({ question: { id } as QuestionDocument }))

type Shown = ReturnType<typeof waitingFor> | null
let change: (waiting: Shown) => void

function Badge() {
  const [waiting, setWaiting] = useState<Shown>(null)
  useAppBadge(waiting)
  change = (next) => flushSync(() => setWaiting(next))
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
  show(<Badge />)
  for (const waiting of [waitingFor('a', 'b'), null, waitingFor('b', 'a')]) change(waiting)
  expect([...shown]).toEqual(tags)
  change(waitingFor('b'))
  await expect.poll(() => [...shown]).toEqual(['answer-ready-a', 'request-approved-b'])
})
