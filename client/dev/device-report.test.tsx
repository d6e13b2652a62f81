import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { PullRequest } from '../../sync/protocol.ts'
import { done } from '../../sync/result.ts'
import type { Session } from '../api/session.ts'
import { openDevice, type TakeRow } from '../db/device.ts'
import { closeReplica, openReplica } from '../db/replica.ts'
import { replicate } from '../db/replication.ts'
import { appendIntent } from '../store/outbox.ts'
import { beginTake, keepTake } from '../store/takes.ts'
import { DeviceParts } from './device-parts.tsx'
import { readDeviceReport } from './device-report.ts'
import { readCheckpoints } from './read-databases.ts'

const DRAFTS_AT_7 = { collection: 'drafts', checkpoint: expect.objectContaining({ rev: '7' }) }

const account = '0b8f5a51-8f0c-4a62-9d0c-2f3b3a0c9e11'
const session: Session = {
  state: 'signed-in',
  person: { id: account, role: 'creator', firstName: 'Rosa', username: 'rosa' },
  account,
  confirmed: true,
  payments: null,
  vapidPublicKey: null,
  supportEmail: null,
  canConvert: false,
  epoch: 'the-epoch',
  skewMs: 12,
}

const take = {
  purpose: 'answer',
  questionId: 'q1',
  type: 'video/webm',
  source: 'recorded',
  recordedAt: 1_000,
  dueAt: null,
} satisfies Partial<TakeRow>

/** Pulls from a server whose drafts stand at revision 7. */
async function pullDrafts(): Promise<void> {
  const checkpoint = { epoch: 'x', rev: '7', id: '' }
  const store = await openReplica(account)
  const hooks = {
    pull: async ({ collection }: PullRequest) => {
      const documents =
        collection === 'drafts'
          ? [
              {
                id: 'd1',
                _deleted: false,
                athleteId: 'a',
                body: '{}',
                base: 1,
                revision: 1,
                savedAt: 1,
                order: 1,
              },
            ]
          : []
      return done({ documents, checkpoint, restart: false })
    },
    onPulled: () => {},
    onRestart: () => {},
    onSignInWanted: async () => false,
  }
  const replication = replicate(store, hooks)
  await vi.waitFor(async () => expect(await readCheckpoints()).toContainEqual(DRAFTS_AT_7), 10_000)
  await replication.stop()
  await closeReplica(account)
}

test('it tells of the outbox, of recordings with their bytes, of checkpoints, caches and workers', async () => {
  const device = openDevice(account)
  await appendIntent(device, { name: 'question.decline', args: { questionId: 'q9', note: 'Sorry' } })
  await keepTake(device, { ...take, id: 't1', durationMs: 2_000, blob: new Blob(['twelve bytes']) })
  await device.takes.update('t1', { state: 'uploading', uploadedBytes: 5 })
  await beginTake(device, { ...take, id: 't2', questionId: 'q2' })
  await device.chunks.put({ takeId: 't2', seq: 0, blob: new Blob(['a']) })
  await pullDrafts()
  vi.stubGlobal('caches', {
    keys: async () => ['assets'],
    open: async () => ({ keys: async () => ['/a', '/b'] }),
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistrations: async () => [{ installing: null, waiting: null, active: workerSaying('v1') }],
    },
    storage: { estimate: async () => ({ usage: 20_000, quota: 50_000_000 }), persisted: async () => true },
  })

  const report = await readDeviceReport(session)
  expect(report.outbox).toMatchObject([{ name: 'question.decline', state: 'waiting', tries: 0 }])
  expect(report.takes).toMatchObject([
    { id: 't1', state: 'uploading', bytes: 12, uploadedBytes: 5, videoBytes: 12, chunks: 0 },
    { id: 't2', state: 'recording', videoBytes: null, chunks: 1 },
  ])
  expect(report.checkpoints).toContainEqual(DRAFTS_AT_7)
  expect(report.databases.find(({ name }) => name.startsWith('documents-'))?.rows).toMatchObject({
    'drafts/0': 1,
  })
  expect(report.caches).toEqual([{ name: 'assets', entries: 2 }])
  expect(report.workers).toEqual([{ place: 'active', state: 'activated', version: 'v1' }])
  expect(report.storage).toEqual({ usageBytes: 20_000, quotaBytes: 50_000_000, isPersisted: true })
  // Copied as JSON the report loses nothing, because it contains no bytes of videos.
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)

  const html = renderToString(<DeviceParts report={report} />).replace(/<!-- -->/g, '')
  for (const words of [
    'Rosa (creator)',
    'question.decline',
    'uploading',
    '12 B',
    '1 chunks',
    '&quot;rev&quot;:&quot;7&quot;',
    'v1',
    '50 MB',
  ])
    expect(html).toContain(words)
  expect(html).toContain('No video of a question is kept')
})

function workerSaying(version: string) {
  const postMessage = (_message: unknown, [port]: MessagePort[]) => port?.postMessage(version)
  return { state: 'activated', postMessage }
}
