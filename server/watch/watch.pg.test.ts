import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { roomOf } from '../disk-room.ts'
import { dropMadeUp } from '../jobs/dead-jobs.ts'
import { createLog } from '../log.ts'
import { BUCKET_ROOM } from '../media/room.ts'
import { readExposition } from '../testing/exposition.ts'
import { openWorld, type World } from '../testing/world.ts'
import { openMetrics } from './metrics.ts'
import { openTraces } from './traces.ts'
import type { MetricsServer } from './watch.ts'

describe('the metrics', () => {
  let world: World
  let metrics: MetricsServer
  const get = (path: string) => fetch(`http://127.0.0.1:${metrics.port}${path}`)
  const scrape = async () => readExposition(await (await get('/metrics')).text())
  const readingOf = (samples: Awaited<ReturnType<typeof scrape>>, name: string, labels = {}) =>
    samples.find(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )?.value

  beforeAll(async () => {
    world = await openWorld({ parts: { metrics: openMetrics({ host: '127.0.0.1', port: 0 }) } })
    const opened = await world.context.metrics.serve({ context: world.context, streams: () => 3 })
    if (!opened) throw new Error('no metrics server was opened')
    metrics = opened
  })
  afterAll(async () => {
    await metrics.close()
    await world.end()
  })

  test('answers are counted by route and status, and never by what somebody asked for', async () => {
    const browser = world.browser()
    await browser.get('/api/session')
    await browser.get('/api/session')
    await browser.request('/api/athletes/a-name-that-nobody-has')
    await browser.request('/api/a-path-that-is-none?email=kim@example.com')
    await browser.request('/healthz', { method: 'PROPFIND' })
    const samples = await scrape()
    const name = 'infield_http_request_duration_seconds_count'
    expect(readingOf(samples, name, { route: '/api/session', method: 'GET', status: '200' })).toBe(2)
    expect(readingOf(samples, name, { route: '/api/athletes/:username', status: '404' })).toBe(1)
    expect(readingOf(samples, name, { method: 'other' })).toBe(1)
    const values = samples.flatMap(({ labels }) => Object.values(labels))
    expect(values.filter((value) => /nobody-has|is-none|@|[0-9a-f]{8}-[0-9a-f]{4}/.test(value))).toEqual([])
    expect(Math.max(...values.map(({ length }) => length))).toBeLessThan(80)
  })

  test('the process, its streams, the disk and the database are there', async () => {
    const samples = await scrape()
    expect(readingOf(samples, 'infield_streams_open')).toBe(3)
    expect(readingOf(samples, 'infield_database_up')).toBe(1)
    expect(readingOf(samples, 'infield_disk_bytes', { of: 'free' })).toBeGreaterThan(0)
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'infield_database_ping_seconds',
      'infield_database_connections',
      'infield_epoch_changes_total',
    ])
      expect(readingOf(samples, name), name).toBeDefined()
  })

  test('a store that does not answer, a certificate that nobody renewed, and a standby that is away are told', async () => {
    const { sql } = world.database
    const told = async () => {
      const samples = await scrape()
      return ['store_ready', 'certificate_wrong'].map((name) => readingOf(samples, `infield_${name}`))
    }
    expect(await told()).toEqual([1, 0])
    world.context.storeError = async () => 'the bucket does not answer'
    world.context.siteWarning = () => 'The certificate ends.'
    expect(await told()).toEqual([0, 1])
    world.context.storeError = async () => null
    world.context.siteWarning = () => null
    const slot = `away_${process.pid}`
    await sql`select pg_create_physical_replication_slot(${slot}, true)`
    const away = readingOf(await scrape(), 'infield_database_standbys', { state: 'away' })
    await sql`select pg_drop_replication_slot(${slot})`
    expect(away).toBeGreaterThan(0)
  })

  test('the disk of DATA_DIR is told also where videos lie in a bucket', async () => {
    const { blobs } = world.context
    world.context.blobs = { ...blobs, room: async () => BUCKET_ROOM }
    const samples = await scrape()
    world.context.blobs = blobs
    const total = readingOf(samples, 'infield_disk_bytes', { of: 'total' })
    expect(total).toBe((await roomOf(world.context.env.dataDir)).totalBytes)
  })

  test('jobs are told by queue: what is due and for how long, what was done, what was given up', async () => {
    const { sql } = world.database
    await world.context.jobs.send(sql, 'push.silent', { pushId: '00000000-0000-4000-8000-000000000000' })
    await world.advance(90_000)
    const before = await scrape()
    expect(readingOf(before, 'infield_jobs', { queue: 'push.silent', state: 'due' })).toBe(1)
    expect(readingOf(before, 'infield_jobs_oldest_due_seconds', { queue: 'push.silent' })).toBeGreaterThan(89)
    await world.context.jobs.runDue()
    const after = await scrape()
    expect(readingOf(after, 'infield_jobs', { queue: 'push.silent', state: 'due' }) ?? 0).toBe(0)
    const ran = 'infield_job_duration_seconds_count'
    expect(readingOf(after, ran, { queue: 'push.silent', outcome: 'done' })).toBe(1)
    const dead = async (queue: string) =>
      readingOf(await scrape(), 'infield_jobs', { queue, state: 'dead' }) ?? 0
    await sql`insert into boss.job (name, source_name, source_id, data)
      select 'dead', queue, gen_random_uuid(), '{}'
      from unnest(array['hold.settled', 'push.silent', 'mail.send', 'media.verify-answer']) queue`
    expect(await dead('hold.settled')).toBe(1)
    // what *System* does not list is no alarm either: done since, or shown by a row of its own
    expect([await dead('push.silent'), await dead('mail.send')]).toEqual([0, 0])
    expect(await dead('media.verify-answer')).toBe(0)
    // the row of the job that did the work is deleted after three days, and the alarm does not come back
    await sql`insert into boss.job (name, state, data, completed_on)
      values ('hold.settled', 'completed', '{}', boss.job_now() + interval '1 second')`
    expect(await dead('hold.settled')).toBe(0)
    await dropMadeUp(sql)
    await sql`delete from boss.job where name = 'hold.settled' and state = 'completed'`
    expect(await dead('hold.settled')).toBe(0)
  })

  test('an answer near its deadline that waits to be verified is told, and none where none waits', async () => {
    const before = await scrape()
    expect(readingOf(before, 'infield_videos_nearest_deadline_seconds')).toBeUndefined()
    await makeWaitingAnswer(world, 600)
    const after = await scrape()
    expect(readingOf(after, 'infield_videos_waiting', { line: 'answer' })).toBe(1)
    const deadline = readingOf(after, 'infield_videos_nearest_deadline_seconds', { line: 'answer' })
    expect(deadline).toBeGreaterThan(500)
    expect(deadline).toBeLessThanOrEqual(600)
  })

  test('stuck mails, breaks of the books and another epoch are told', async () => {
    const { sql } = world.database
    await sql`insert into mail (id, kind, tries) values (gen_random_uuid(), 'x', 2)`
    await sql`insert into reconciliation (breaks, mended) values ('[{"a":1},{"a":2}]', 0), (null, 0)`
    const samples = await scrape()
    expect(readingOf(samples, 'infield_outgoing_stuck', { kind: 'mail' })).toBe(1)
    expect(readingOf(samples, 'infield_outgoing_stuck', { kind: 'push' })).toBe(0)
    expect(readingOf(samples, 'infield_books_breaks')).toBe(2)
    expect(readingOf(samples, 'infield_books_compared_age_seconds')).toBeGreaterThanOrEqual(0)
    const changes = async () => readingOf(await scrape(), 'infield_epoch_changes_total') ?? Number.NaN
    const before = await changes()
    const [kept] = await sql<{ generation: number }[]>`select generation from feed_epoch`
    await sql`update feed_epoch set generation = generation + 1, restored_at = app_now() - interval '1 minute'`
    expect([await changes(), await changes()]).toEqual([before + 1, before + 1])
    expect(readingOf(await scrape(), 'infield_epoch_age_seconds')).toBeGreaterThanOrEqual(60)
    await sql`update feed_epoch set generation = ${kept?.generation ?? 0}, restored_at = null`
  })

  test('a transaction of any role that holds feeds back is told of, and for how long', async () => {
    const { sql } = world.database
    const oldest = async () => readingOf(await scrape(), 'infield_database_oldest_writer_seconds') ?? -1
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await sql`drop role if exists somebody`
    await sql`create role somebody`
    const open = inTransaction(sql, async (tx) => {
      await tx`set local role somebody`
      await tx`select pg_current_xact_id()`
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    // something newer, which no device hears of until then
    await sql`select pg_current_xact_id()`
    await oldest()
    await expect.poll(oldest, { timeout: 20_000 }).toBeGreaterThan(0.5)
    ended.resolve()
    await open
    await expect.poll(oldest, { timeout: 20_000 }).toBeLessThan(0.5)
    await sql`drop role somebody`
  })

  test('nothing but the metrics is answered there', async () => {
    for (const path of ['/', '/healthz', '/api/session', '/metrics/x'])
      expect((await get(path)).status).toBe(404)
  })
})

async function makeWaitingAnswer({ database: { sql }, makePerson }: World, dueInS: number): Promise<void> {
  const fan = await makePerson({ role: 'basic' })
  const athlete = await makePerson({ role: 'creator', priceCents: 1_500 })
  await sql`
    with talk as (
      insert into conversation (id, fan_id, athlete_id)
      values (gen_random_uuid(), ${fan.id}, ${athlete.id}) returning *),
    video as (
      insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256,
        declared_duration_ms, state, received_at)
      values (gen_random_uuid(), ${`person:${athlete.id}`}, 'answer', 'recorded', 'video/webm', 9, '0', 6000, 'received',
        app_now()) returning *),
    asked as (
      insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, status, amount_cents,
        submitted_at, screening_ends_at, due_at)
      select gen_random_uuid(), id, fan_id, athlete_id, '{}', 's', 'text', 't', 'approved', 1500, app_now(), app_now(),
        app_now() + ${dueInS} * interval '1 second' from talk returning *)
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, duration_ms, recorded_at,
      submitted_at)
    select gen_random_uuid(), asked.id, conversation_id, athlete_id, fan_id, video.id, 6000, app_now(), app_now()
    from asked, video`
}

type SentSpan = { name: string; traceId: string; spanId: string; parentSpanId?: string; kind: number }

describe('the traces', () => {
  test('a request, the job it leads to and the provider that this asks are one trace, and log lines name it', async () => {
    const spans: SentSpan[] = []
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      expect(request.url).toBe('/v1/traces')
      const sent = JSON.parse(Buffer.concat(chunks).toString())
      for (const resource of sent.resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    const { port } = receiver.address() as AddressInfo
    const traces = openTraces(`http://127.0.0.1:${port}`, 'all')
    const lines: string[] = []
    const log = createLog('info', { to: { write: (line) => void lines.push(line) }, ids: traces.ids })
    const world = await openWorld({ parts: { traces }, log })
    try {
      const fan = await world.makePerson({ role: 'basic' })
      const asked = await world.browser().post('/api/account/forgot-password', { email: fan.email })
      expect(asked.status).toBe(200)
      await world.quiesce()
      expect(await world.mails()).toHaveLength(1)
      await world.browser().request('/sync/pull', { method: 'POST', body: {} })
      await traces.stop()

      // the first request is only asked for a captcha
      const request = spans.findLast(({ name }) => name === 'POST /api/account/forgot-password')
      const job = spans.find(({ name, traceId }) => name === 'job mail.send' && traceId === request?.traceId)
      const mail = spans.find(({ name, traceId }) => name === 'mail.send' && traceId === request?.traceId)
      expect(request).toMatchObject({ kind: 2 })
      expect(job).toMatchObject({ kind: 5, parentSpanId: request?.spanId })
      expect(mail).toMatchObject({ kind: 3, parentSpanId: job?.spanId })
      expect(JSON.stringify(spans)).not.toContain(fan.email)

      const refused = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'refused')
      expect(spans.map(({ traceId }) => traceId)).toContain(refused.traceId)
      const carried = await world.database.sql<{ data: object }[]>`
        select data from boss.job where name = 'mail.send'`
      expect(carried[0]?.data).toMatchObject({
        traceparent: expect.stringContaining(request?.traceId ?? '-'),
      })
    } finally {
      await world.end()
      receiver.close()
    }
  })
})
