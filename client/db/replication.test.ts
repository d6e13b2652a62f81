import { Hono } from 'hono'
import { addRxPlugin } from 'rxdb/plugins/core'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { QuestionDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { type PullAnswer, type PullRequest, pullRequest } from '../../sync/protocol.ts'
import { refuse } from '../../sync/result.ts'
import { newId } from '../api/new-id.ts'
import { closeReplica, openReplica, type Replica } from './replica.ts'
import { type PullCall, type Replication, replicate } from './replication.ts'

disableWarnings()
addRxPlugin(RxDBDevModePlugin)

function question(id: string, change: Partial<QuestionDocument> = {}): QuestionDocument {
  return {
    id,
    conversationId: newId(),
    fanId: newId(),
    athleteId: newId(),
    subject: 'Starts',
    kind: 'text',
    text: 'How do I start?',
    videoId: null,
    videoBytes: null,
    videoType: null,
    status: 'approved',
    reason: null,
    submittedAt: 1,
    approvedAt: 2,
    dueAt: 3,
    graceEndsAt: null,
    settledAt: null,
    amountCents: 400,
    hold: 'none',
    adminNote: null,
    athleteNote: null,
    clarification: null,
    revision: 1,
    order: orderOf(1),
    ...change,
  }
}

type Change = { rev: number; document: PullAnswer['documents'][number] }

/** Starts a feed behind a real router. It keeps changes by revision and can switch to another cluster. */
function startServer() {
  const state = {
    epoch: 'first',
    rev: 0,
    feed: new Map<string, Change>(),
    asked: [] as PullRequest[],
    failure: null as null | (() => Response),
  }
  const app = new Hono()
  app.post('/sync/pull', async (c) => {
    if (state.failure) return state.failure()
    const request = pullRequest.parse(await c.req.json())
    state.asked.push(request)
    if (request.collection !== 'questions') return c.json(page([], request, 0))
    const restart = request.checkpoint !== null && request.checkpoint.epoch !== state.epoch
    const after = restart ? 0 : Number(request.checkpoint?.rev ?? 0)
    const changes = [...state.feed.values()].filter(({ rev }) => rev > after).sort((a, b) => a.rev - b.rev)
    return c.json({ ...page(changes.slice(0, request.limit), request, after), restart })
  })
  const page = (changes: Change[], request: PullRequest, after: number): PullAnswer => ({
    documents: changes.map(({ document }) => document),
    checkpoint: {
      epoch: state.epoch,
      rev: String(changes.at(-1)?.rev ?? after),
      id: request.checkpoint?.id ?? '',
    },
    restart: false,
  })
  const put = (document: QuestionDocument | { id: string; _deleted: true }) => {
    state.rev += 1
    const whole = { _deleted: false, ...document } as unknown as Change['document']
    state.feed.set(document.id, { rev: state.rev, document: whole })
  }
  const pull: PullCall = async (request) => {
    const response = await app.request('/sync/pull', { method: 'POST', body: JSON.stringify(request) })
    if (response.ok) return { ok: true, value: (await response.json()) as PullAnswer }
    if (response.status === 401) return refuse('sign-in-first')
    return { ok: false, offline: true, reason: 'server', status: response.status, retryAfterMs: null }
  }
  return { state, put, pull }
}

let stops: (() => Promise<void>)[] = []

async function follow(pull: PullCall, { writeMs = 0, isSessionGood = false } = {}) {
  const account = newId()
  const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() })
  const store = await openReplica(account, storage as never)
  if (writeMs > 0) writeSlowly(store, writeMs)
  const heard = { pulled: vi.fn(), restart: vi.fn(), signIn: vi.fn(async () => isSessionGood) }
  const replication = replicate(store, {
    pull,
    onPulled: heard.pulled,
    onRestart: heard.restart,
    onSignInWanted: heard.signIn,
  })
  stops.push(async () => {
    await replication.stop()
    await closeReplica(account)
  })
  return { store, replication, heard }
}

/** Slows down writes, as on a phone that stores pages more slowly than the server sends them. */
function writeSlowly({ database }: Replica, ms: number): void {
  const { storageInstance } = database.questions
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = async (...all) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return write(...all)
  }
}

async function questionIds(store: Replica): Promise<string[]> {
  const found = await store.database.questions.find().exec()
  return found.map(({ primary }) => primary).sort()
}

async function expectIds(store: Replica, ids: string[]): Promise<void> {
  await vi.waitFor(async () => expect(await questionIds(store)).toEqual([...ids].sort()), { timeout: 30_000 })
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(stops.map((stop) => stop()))
  stops = []
})

async function started(count: number) {
  const server = startServer()
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) server.put(question(id))
  const followed = await follow(server.pull)
  await expectIds(followed.store, ids)
  return { server, ids, ...followed }
}

const lookAgain = (replication: Replication) => replication.resync('questions')

describe('documents come down', () => {
  test('whole at first, then what changed, then what left sight', async () => {
    const { server, ids, store, replication, heard } = await started(3)
    expect(heard.pulled).toHaveBeenCalledWith('questions')
    const [first, second, third] = ids as [string, string, string]
    server.put(question(first, { status: 'completed', revision: 2 }))
    server.put({ id: second, _deleted: true })
    lookAgain(replication)
    await expectIds(store, [first, third])
    const seen = await new Promise<QuestionDocument[]>((resolve) => {
      store.watch('questions', { where: { id: first } }, resolve)
    })
    expect(seen).toMatchObject([{ id: first, status: 'completed', revision: 2 }])
    const rows = await store.database.questions.storageInstance.findDocumentsById([second], true)
    expect(rows).toMatchObject([{ _deleted: true, text: '', subject: '', amountCents: 0 }])
  })

  test('page after page when there are more than fit one, each stored by itself', async () => {
    const server = startServer()
    const ids = Array.from({ length: 2_300 }, () => newId())
    for (const id of ids) server.put(question(id))
    const { store } = await follow(server.pull, { writeMs: 200 })
    const written: number[] = []
    store.database.questions.eventBulks$.subscribe(({ events }) => written.push(events.length))
    await expectIds(store, ids)
    expect(written).toEqual([1_000, 1_000, 300])
    const pages = server.state.asked.filter(({ collection }) => collection === 'questions')
    expect(pages.map(({ limit }) => limit)).toEqual([1_000, 1_000, 1_000])
  })

  test('what changes after the next page was read, and before it is stored, is found', async () => {
    const server = startServer()
    const ids = Array.from({ length: 1_000 }, () => newId())
    for (const id of ids) server.put(question(id))
    const late = newId()
    const changed = Promise.withResolvers<void>()
    const { store, replication } = await follow(
      async (request) => {
        const answer = await server.pull(request)
        const isSecond = request.collection === 'questions' && request.checkpoint !== null
        if (isSecond && !server.state.feed.has(late)) {
          server.put(question(late))
          changed.resolve()
        }
        return answer
      },
      { writeMs: 200 },
    )
    await changed.promise
    lookAgain(replication)
    await expectIds(store, [...ids, late])
  })

  test('another cluster between two pages: what only the first of them had is gone', async () => {
    const server = startServer()
    const ids = Array.from({ length: 1_500 }, () => newId())
    for (const id of ids) server.put(question(id))
    const kept = ids.slice(0, 400)
    const { store, heard } = await follow(
      async (request) => {
        if (request.collection === 'questions' && request.checkpoint?.epoch === 'first') {
          server.state.epoch = 'second'
          for (const id of ids.slice(400)) server.state.feed.delete(id)
        }
        return server.pull(request)
      },
      { writeMs: 200 },
    )
    await expectIds(store, kept)
    expect(heard.restart).toHaveBeenCalledWith('second')
  })

  test('the latest first, only as many as asked for, by value or by several', async () => {
    const server = startServer()
    const rows = [1, 2, 3].map((moment) =>
      question(newId(), {
        submittedAt: moment,
        order: orderOf(moment),
        status: moment === 2 ? 'completed' : 'approved',
      }),
    )
    for (const row of rows) server.put(row)
    const { store } = await follow(server.pull)
    await expectIds(
      store,
      rows.map(({ id }) => id),
    )
    const seen: number[][] = []
    const record = (found: QuestionDocument[]) => seen.push(found.map(({ submittedAt }) => submittedAt))
    store.watch('questions', { limit: 2 }, record)()
    const stop = store.watch('questions', { where: { status: ['approved', 'new'] } }, record)
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([3, 1]), 30_000)
    stop()
    const newest = await new Promise((resolve) => {
      const end = store.watch('questions', { limit: 2 }, (found) => {
        resolve(found.map(({ submittedAt }) => submittedAt))
        queueMicrotask(() => end())
      })
    })
    expect(newest).toEqual([3, 2])
  })
})

describe('when the server has an error', () => {
  test('it is asked again later, nothing is thrown and nothing forgotten', async () => {
    const { server, ids, store, replication } = await started(2)
    server.state.failure = () => new Response('no', { status: 500 })
    const late = newId()
    server.put(question(late))
    lookAgain(replication)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await questionIds(store)).toEqual([...ids].sort())
    server.state.failure = null
    await expectIds(store, [...ids, late])
  })

  test('a 401 pauses and never wipes; a sign-in goes on from where it stood', async () => {
    const { server, ids, store, replication, heard } = await started(2)
    server.state.failure = () => new Response('{}', { status: 401 })
    lookAgain(replication)
    await vi.waitFor(() => expect(heard.signIn).toHaveBeenCalled(), 30_000)
    server.state.failure = null
    const asked = (name: string) => server.state.asked.filter(({ collection }) => collection === name).length
    const before = asked('questions')
    server.put(question(newId()))
    lookAgain(replication)
    // Pull another collection, which got no 401, twice, to give the paused collection time to pull wrongly.
    for (let round = 0; round < 2; round += 1) {
      const people = asked('people')
      replication.resync('people')
      await vi.waitFor(() => expect(asked('people')).toBeGreaterThan(people), 30_000)
    }
    expect(asked('questions')).toBe(before)
    expect(await questionIds(store)).toEqual([...ids].sort())
    replication.resume()
    await expectIds(store, [...server.state.feed.keys()])
    const last = server.state.asked.findLast(({ collection }) => collection === 'questions')
    expect(last?.checkpoint?.rev).toBe('2')
  })

  test('after a 401 to one pull of a session that is still good, the pull is tried again', async () => {
    const server = startServer()
    server.put(question(newId()))
    let refusals = 1
    const { store, heard } = await follow(
      async (request) =>
        request.collection === 'questions' && refusals-- > 0 ? refuse('sign-in-first') : server.pull(request),
      { isSessionGood: true },
    )
    await vi.waitFor(() => expect(heard.signIn).toHaveBeenCalledOnce(), 30_000)
    await expectIds(store, [...server.state.feed.keys()])
  })
})

test('a tab that pulls again after another one did goes on where it was', async () => {
  const { server, ids, store, replication, heard } = await started(2)
  await replication.stop()
  server.put(question(ids[0] as string, { status: 'completed' }))
  server.state.asked = []
  const again = replicate(store, {
    pull: server.pull,
    onPulled: heard.pulled,
    onRestart: heard.restart,
    onSignInWanted: heard.signIn,
  })
  stops.unshift(() => again.stop())
  await vi.waitFor(async () =>
    expect((await store.database.questions.findOne(ids[0]).exec())?.get('status')).toBe('completed'),
  )
  const asked = server.state.asked.find(({ collection }) => collection === 'questions')
  expect(asked?.checkpoint).toMatchObject({ rev: '2' })
})

test('documents that did not open can be opened later', async () => {
  const account = newId()
  const broken = {
    ...getRxStorageMemory(),
    createStorageInstance: () => Promise.reject(new Error('refused')),
  }
  await expect(openReplica(account, broken as never)).rejects.toThrow()
  const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() })
  expect(await openReplica(account, storage as never)).toMatchObject({ account })
  await closeReplica(account)
})

describe('a restored server', () => {
  test('is another cluster: everything is pulled anew, and what it no longer has is gone here too', async () => {
    const { server, ids, store, replication, heard } = await started(3)
    const [kept, lost] = ids as [string, string]
    server.state.epoch = 'second'
    server.state.rev = 0
    server.state.feed = new Map()
    const fresh = newId()
    server.put(question(kept, { status: 'new' }))
    server.put(question(fresh))
    lookAgain(replication)
    await expectIds(store, [kept, fresh])
    expect(heard.restart).toHaveBeenCalledWith('second')
    expect((await store.database.questions.findOne(kept).exec())?.get('status')).toBe('new')
    server.put(question(lost))
    lookAgain(replication)
    await expectIds(store, [kept, fresh, lost])
    expect(heard.restart).toHaveBeenCalledTimes(1)
  })
})
