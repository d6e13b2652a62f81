import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { TakeRow } from '../../db/device.ts'
import type { OutboxItem } from './outbox-item.ts'
import { OutboxPanel } from './outbox-panel.tsx'

const take = { id: 't', state: 'recording', durationMs: 4_000, bytes: 9, type: 'video/webm' } as TakeRow
const item: OutboxItem = {
  ...{ id: 't', kind: 'answer', questionId: 'q', title: 'My catch', who: null, stage: 'unfinished' },
  ...{
    percent: 0,
    line: '',
    why: null,
    left: null,
    canGive: false,
    canSendAgain: false,
    canRecall: false,
    canReplace: false,
    take,
    videoId: null,
    entryId: null,
  },
}

async function wordsOf(more: Partial<OutboxItem>): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <OutboxPanel items={[{ ...item, ...more }]} canAnswer />,
    }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  const html = renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('D98 an interrupted recording is kept or let go in the outbox, whatever became of its question; then it has its choices', async () => {
  const words = await wordsOf({})
  expect(words).toMatch(/Discard.*Keep it/)
  // A recording without a byte offers nothing to keep.
  expect(await wordsOf({ take: { ...take, bytes: 0 } })).not.toContain('Keep it')
  const kept = await wordsOf({ stage: 'closed', canGive: true, take: { ...take, state: 'kept' } })
  expect(kept).toMatch(/Send as a free answer.*Save to files.*Delete/)
  expect(kept).not.toContain('Keep it')
  const again = await wordsOf({ stage: 'kept', canSendAgain: true, take: { ...take, state: 'refused' } })
  expect(again).toMatch(/Send again.*Open in the studio.*Save to files.*Delete/)
})

test('where the browser does not send when closed, the outbox says to open the app', async () => {
  const waiting = { stage: 'waiting', take: { ...take, state: 'queued' } } as const
  const line = 'This browser sends only while the app is open.'
  expect(await wordsOf(waiting)).toContain(line)
  expect(await wordsOf({ ...waiting, stage: 'kept' })).not.toContain(line)
  vi.stubGlobal('ServiceWorkerRegistration', { prototype: { sync: {} } })
  expect(await wordsOf(waiting)).not.toContain(line)
  vi.unstubAllGlobals()
})

test('what waits to be announced is played, saved, recorded again and taken back; what is announced is not taken back', async () => {
  const queued = { ...item, take: { ...take, state: 'queued' } as TakeRow, line: 'Waiting for network' }
  const unheard = await wordsOf({ ...queued, stage: 'waiting', canRecall: true, canReplace: true })
  expect(unheard).toMatch(/Record it again.*Play.*Save to files.*Take back/)
  expect(unheard).not.toContain('Delete')
  const announced = await wordsOf({ ...queued, stage: 'uploading', canReplace: true })
  expect(announced).toMatch(/Record it again.*Play.*Save to files/)
  expect(announced).not.toContain('Take back')
  const sent = await wordsOf({ ...queued, stage: 'sent' })
  expect(sent).toMatch(/Play.*Save to files/)
  expect(sent).not.toContain('Record it again')
})
