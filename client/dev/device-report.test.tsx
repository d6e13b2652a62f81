import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Session } from '../api/session.ts'
import { openDevice, type TakeRow } from '../db/device.ts'
import { appendIntent } from '../store/outbox.ts'
import { beginTake, keepTake } from '../store/takes.ts'
import { DeviceParts } from './device-parts.tsx'
import { readDeviceReport } from './device-report.ts'

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

/** Writes the rows in which RxDB stores the checkpoint of a collection. */
async function pullQuestions(): Promise<void> {
  const rows = [
    [
      'rxdb-dexie-documents-1--0--_rxdb_internal',
      { data: { name: 'questions', connectedStorages: [{ collectionName: 'rx-replication-meta-ab12' }] } },
    ],
    [
      'rxdb-dexie-documents-1--2--rx-replication-meta-ab12',
      { isCheckpoint: '1', itemId: 'down', checkpointData: { rev: '7' } },
    ],
  ] as const
  for (const [name, row] of rows) await putDocument(name, row)
}

function putDocument(name: string, row: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('docs', { autoIncrement: true })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const writing = opening.result.transaction('docs', 'readwrite')
      writing.objectStore('docs').add(row)
      writing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

test('it tells of the outbox, of recordings with their bytes, of checkpoints, caches and workers', async () => {
  const device = openDevice(account)
  await appendIntent(device, { name: 'question.decline', args: { questionId: 'q9', note: 'Sorry' } })
  await keepTake(device, { ...take, id: 't1', durationMs: 2_000, blob: new Blob(['twelve bytes']) })
  await device.takes.update('t1', { state: 'uploading', uploadedBytes: 5 })
  await beginTake(device, { ...take, id: 't2', questionId: 'q2' })
  await device.chunks.put({ takeId: 't2', seq: 0, blob: new Blob(['a']) })
  await pullQuestions()
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
  expect(report.checkpoints).toEqual([{ collection: 'questions', checkpoint: { rev: '7' } }])
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
    '{&quot;rev&quot;:&quot;7&quot;}',
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
