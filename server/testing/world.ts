import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { SessionAnswer } from '../../sync/calls.ts'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import type { Outcome, PushAnswer } from '../../sync/protocol.ts'
import { createAccount } from '../account/create-account.ts'
import { createApp } from '../app.ts'
import type { Context } from '../context.ts'
import { readEnv } from '../env.ts'
import type { FaultPoint } from '../fault.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { createLog } from '../log.ts'
import { assemble } from '../open-context.ts'
import { type Hub, startHub } from '../sync/hub.ts'
import { work } from '../work.ts'
import { advanceClock } from './clock.ts'
import { type TestDatabase, testDatabase } from './database.ts'

const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'a long enough password'

/** A whole server without a port: real database, uploads, jobs, mail and payments, on the test clock. */
export type World = {
  context: Context
  database: TestDatabase
  dir: string
  hub: Hub
  /** What happens at a fault point. */
  faults: Map<FaultPoint, () => Promise<void>>
  browser(): Browser
  makePerson(person: { role: 'admin' | 'creator' | 'basic'; username?: string; priceCents?: number; promo?: boolean }): Promise<Person>
  advance(ms: number): Promise<void>
  /** Runs due jobs and webhooks until nothing is left. */
  quiesce(): Promise<void>
  mails(): Promise<{ recipient: string; subject: string; text: string }[]>
  end(): Promise<void>
}
export type Person = { id: string; email: string; username: string; password: string }

export async function openWorld(): Promise<World> {
  const database = await testDatabase()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-world-'))
  const read = readEnv({ NODE_ENV: 'test', DATA_DIR: dir, PORT: '3000' })
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  await database.sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
  const faults: World['faults'] = new Map()
  const parts: Partial<Context> = { fault: async (point) => faults.get(point)?.() }
  const context = await assemble(
    { env: read.env, appSecret: 'a secret for tests that is long enough', background: false, parts, log: createLog('silent') },
    database.sql,
  )
  await startJobs(context)
  const hub = await startHub(context)
  const app = createApp(context, { hub, site: null })
  return {
    context,
    database,
    dir,
    hub,
    faults,
    browser: () => openBrowser((url, init) => app.request(url, init)),
    makePerson: (person) => makePerson(context, person),
    advance: async (ms) => void (await advanceClock(database.sql, ms)),
    quiesce: () => quiesce(context),
    mails: () => database.sql`select recipient, subject, text from mailbox order by at, id`,
    async end() {
      await hub.stop()
      await context.jobs.stop()
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function quiesce(context: Context): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await context.payments.standIn?.settled()
    await context.payments.standIn?.tick()
    const delivered = (await context.payments.standIn?.deliverDue()) ?? 0
    if ((await context.jobs.runDue()) + delivered === 0) return
  }
}

async function makePerson(
  context: Context,
  { role, username = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`, priceCents, promo }: Parameters<World['makePerson']>[0],
): Promise<Person> {
  const email = `${username}@t.test`
  const id = randomUUID()
  const person = { id, email, username, firstName: 'Test', lastName: username, birthDate: '1990-01-01', city: 'Oslo', countryCode: 'NO' }
  await work(context, (inside) => createAccount(inside, { person, role, password: PASSWORD, verified: true }))
  await context.sql`
    update person set price_cents = ${priceCents ?? null}, promo = ${promo ?? false}, sport = 'Rowing' where id = ${id}`
  return { id, email, username, password: PASSWORD }
}

/** One browser: cookies, the CSRF token, and the calls the app makes. */
export type Browser = {
  device: string
  request(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string>; raw?: BodyInit }): Promise<Response>
  post<T>(path: string, body: unknown): Promise<{ status: number; body: T }>
  get<T>(path: string): Promise<{ status: number; body: T }>
  session(): Promise<SessionAnswer>
  signIn(person: Person): Promise<void>
  captcha(): Promise<string>
  push(name: string, args: object, id?: string): Promise<Outcome>
  upload(video: Sample, purpose: 'question' | 'answer', more?: Record<string, string>): Promise<Response>
}

type BodyInit = ConstructorParameters<typeof Response>[0]
type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

function openBrowser(fetchApp: Fetch): Browser {
  const cookies = new Map<string, string>()
  let csrf: string | null = null
  const device = randomUUID()
  const request: Browser['request'] = async (url, { method = 'GET', body, headers = {}, raw } = {}) => {
    const unsafe = method !== 'GET' && method !== 'HEAD'
    const answer = await fetchApp(`${ORIGIN}${url}`, {
      method,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(unsafe && { origin: ORIGIN }),
        ...(unsafe && body !== undefined && { 'content-type': 'application/json' }),
        ...(csrf && unsafe && { 'x-csrf-token': csrf }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
    } as RequestInit)
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    }
    return answer
  }
  const readJson = async <T>(answer: Response) => ({ status: answer.status, body: (await answer.json()) as T })
  const browser: Browser = {
    device,
    request,
    post: async (url, body) => {
      if (cookies.size > 0) await browser.session()
      return readJson(await request(url, { method: 'POST', body }))
    },
    get: async (url) => readJson(await request(url)),
    async session() {
      const { body } = await readJson<SessionAnswer>(await request('/api/session'))
      csrf = body.csrf
      return body
    },
    async signIn({ email, password }) {
      const { status } = await browser.post('/api/auth/sign-in/email', { email, password })
      if (status !== 200) throw new Error(`sign-in answered ${status}`)
      await browser.session()
    },
    async captcha() {
      const challenge = (await browser.get<Parameters<typeof solveChallenge>[0]['challenge']>('/api/captcha')).body
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    },
    async push(name, args, id = randomUUID()) {
      const { person } = await browser.session()
      const account = person?.id ?? 'guest'
      const { status, body } = await browser.post<PushAnswer>('/sync/push', { device, account, intents: [{ id, name, version: 1, args }] })
      const [outcome] = body.outcomes ?? []
      if (!outcome) throw new Error(`push answered ${status} ${JSON.stringify(body)}`)
      return outcome
    },
    upload: (video, purpose, more = {}) => uploadWhole(request, { video, purpose, more }),
  }
  return browser
}

async function uploadWhole(
  request: Browser['request'],
  { video, purpose, more }: { video: Sample; purpose: string; more: Record<string, string> },
): Promise<Response> {
  const { declared, bytes } = video
  const facts = {
    mediaId: declared.id,
    purpose,
    sha256: declared.sha256,
    filetype: declared.type,
    durationMs: String(declared.durationMs),
    source: declared.source,
    ...more,
  }
  const metadata = Object.entries(facts).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const made = await request('/files', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  if (made.status !== 201) return made
  return request(new URL(made.headers.get('location') ?? '', ORIGIN).pathname, {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    raw: new Uint8Array(bytes),
  })
}

/** A real recording of a browser, declared as a device would. */
export type Sample = { declared: DeclaredVideo; bytes: Buffer }

export async function sampleVideo(name: 'question.webm' | 'answer.mp4' | 'answer.webm'): Promise<Sample> {
  const bytes = await readFile(new URL(`./media/${name}`, import.meta.url))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const type = name.endsWith('mp4') ? 'video/mp4' : 'video/webm'
  return { bytes, declared: { id: randomUUID(), sha256, bytes: bytes.length, type, durationMs: 3_000, source: 'recorded' } }
}
