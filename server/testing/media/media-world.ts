import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { VideoPurpose } from '../../../sync/media/video.ts'
import { HEADERS } from '../../../sync/paths.ts'
import type { Caller } from '../../../sync/roles.ts'
import { databaseClock } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { openSql, type Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { makeChallenge } from '../../http/captcha.ts'
import { createLog } from '../../log.ts'
import type { BlobStore } from '../../media/storage.ts'
import { createDiskStore } from '../../media/storage-disk.ts'
import { createUploads, type Uploads } from '../../media/tus.ts'
import { systemRandom } from '../../random.ts'
import { testDatabase } from '../database.ts'
import { solve } from '../solve.ts'

/** One server: its context, its upload endpoint, and the controls of a test. */
export type MediaServer = {
  context: Context
  uploads: Uploads
  /** The jobs the server has enqueued, oldest first. */
  jobs: { queue: string; data: object }[]
  /** What happens at a fault point, once. */
  faults: Map<FaultPoint, () => Promise<void>>
}

export type MediaWorld = MediaServer & {
  sql: Sql
  dir: string
  /** Opens another server on the same database and folder. */
  secondServer(connections?: number): MediaServer
  end(): Promise<void>
}

/** Opens a database and a store for one test, a folder by default, with the real parts that videos need. */
export async function mediaWorld(
  openStore: (dir: string) => BlobStore = (dir) => createDiskStore(dir),
): Promise<MediaWorld> {
  const database = await testDatabase()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-media-'))
  const pools: Sql[] = []
  return {
    ...serverOn(database.sql, openStore(dir)),
    sql: database.sql,
    dir,
    secondServer(connections = 4) {
      const pool = openSql({ ...database.url, max: connections })
      pools.push(pool)
      return serverOn(pool, openStore(dir))
    },
    async end() {
      for (const pool of pools) await pool.end({ timeout: 1 })
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function serverOn(sql: Sql, blobs: BlobStore): MediaServer {
  const jobs: MediaServer['jobs'] = []
  const faults: MediaServer['faults'] = new Map()
  const parts: Partial<Context> = {
    env: { publicUrl: null, mode: 'test' } as Context['env'],
    secrets: { ticket: 'a key for tickets', captcha: 'a key for captchas' } as Context['secrets'],
    sql,
    clock: databaseClock(sql),
    random: systemRandom,
    log: createLog('silent'),
    blobs,
    jobs: { send: async (_tx, queue, data) => void jobs.push({ queue, data }) } as Partial<
      Context['jobs']
    > as Context['jobs'],
    async fault(point) {
      const happens = faults.get(point)
      faults.delete(point)
      await happens?.()
    },
  }
  const context = parts as Context
  return { context, uploads: proving(context, createUploads(context)), jobs, faults }
}

/** Adds a solved captcha to the requests with which guests create uploads, as the app does. */
function proving(context: Context, uploads: Uploads): Uploads {
  return {
    async handle(request, caller, come) {
      if (request.method === 'POST' && caller.guestId && !caller.personId)
        await showCaptcha(context, request.headers)
      return uploads.handle(request, caller, come)
    },
  }
}

export async function showCaptcha(context: Context, headers: Headers): Promise<void> {
  headers.set(HEADERS.captcha, await solve(await makeChallenge(context)))
}

/**
 * A clip in this folder. `e2e/media/make-films.ts` made some as other recorders write them, and some are from our own
 * recorder. Two films made with FFmpeg contain a place, and `hevc.mp4` is rotated.
 */
type Clip =
  | 'question.webm'
  | 'answer.webm'
  | 'answer.mp4'
  | 'voice.webm'
  | 'two-sounds.mp4'
  | 'h264.mkv'
  | 'vp9.mkv'
  | 'late.webm'
  | 'hevc.mp4'
  | 'mjpeg.mov'

export function clip(name: Clip): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(name, import.meta.url)).then((bytes) => new Uint8Array(bytes))
}

export const guest = (guestId: string = randomUUID()): Caller => ({
  role: 'guest',
  personId: null,
  guestId,
  sessionId: null,
})

export const person = (role: 'basic' | 'creator', personId: string = randomUUID()): Caller => ({
  role,
  personId,
  guestId: null,
  sessionId: null,
})

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What a device declares about a video before sending it. */
export type Announced = {
  mediaId: string
  purpose: VideoPurpose
  sha256: string
  filetype: string
  durationMs: string
  source: string
  questionId?: string
}

export function announce(bytes: Uint8Array, more: Partial<Announced> = {}): Announced {
  return {
    mediaId: randomUUID(),
    purpose: 'question',
    sha256: sha256(bytes),
    filetype: 'video/webm;codecs=vp8,opus',
    durationMs: '3000',
    source: 'recorded',
    ...more,
  }
}

const base = 'http://localhost:3000/files'

type Body = Uint8Array<ArrayBuffer> | ReadableStream

/** Returns a request of the upload protocol; `headers` override the defaults. */
export function tusRequest(
  method: string,
  mediaId: string | null,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Body } = {},
): Request {
  return new Request(mediaId === null ? base : `${base}/${mediaId}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit)
}

export function creation(length: number | string, said: object, headers: Record<string, string> = {}) {
  const metadata = Object.entries(said)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')
  return tusRequest('POST', null, {
    headers: { 'upload-length': String(length), 'upload-metadata': metadata, ...headers },
  })
}

export function patch(mediaId: string, offset: number, body: Body): Request {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  return tusRequest('PATCH', mediaId, { headers, body })
}

/** Creates an upload, sends it whole and returns the last response. */
export async function sendWhole(
  { uploads }: MediaServer,
  caller: Caller,
  { bytes, said }: { bytes: Uint8Array<ArrayBuffer>; said: Announced },
): Promise<Response> {
  const created = await uploads.handle(creation(bytes.length, said), caller)
  if (created.status !== 201) return created
  return uploads.handle(patch(said.mediaId, 0, bytes), caller)
}

/** Returns a response's status and the code of its refusal. */
export async function outcome(response: Response): Promise<{ status: number; code?: string }> {
  const text = await response.text()
  if (text === '') return { status: response.status }
  const { refusal } = JSON.parse(text) as { refusal: { code: string } }
  return { status: response.status, code: refusal.code }
}

/** Inserts a question to an athlete, with as much as videos need. */
export async function questionFor(
  sql: Sql,
  athleteId: string,
  question: { status?: string; mediaId?: string } = {},
): Promise<string> {
  const { status = 'approved', mediaId = null } = question
  const ids = { fan: randomUUID(), conversation: randomUUID(), question: randomUUID() }
  await sql`
    insert into person (id, role, first_name, last_name, email)
    select id, role, 'A', 'B', id || '@infield.test' from (values (${athleteId}::uuid, 'creator'), (${ids.fan}::uuid, 'basic'))
      as people (id, role)
    on conflict do nothing`
  await sql`insert into conversation (id, fan_id, athlete_id) values (${ids.conversation}, ${ids.fan}, ${athleteId})`
  await sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, media_id, status, amount_cents,
      submitted_at, screening_ends_at, approved_at)
    values (${ids.question}, ${ids.conversation}, ${ids.fan}, ${athleteId}, '{}', 's', 'text', 't', ${mediaId}, ${status}, 0,
      app_now(), app_now(), ${status === 'new' ? null : new Date()})`
  return ids.question
}
