import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pause } from './pause.ts'
import { type Child, startChild } from './testing/grounds/child.ts'
import { isSimulated } from './testing/simulations.ts'
import { openWorld, PASSWORD, type World } from './testing/world.ts'

/*
 * Processes as on several machines with one database: one that answers users, one that runs jobs, one that only
 * migrates. They are stopped as a host stops them.
 */

let world: World
const children: Child[] = []

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.kill()))
  await world.end()
})

async function start(more: Record<string, string>): Promise<Child> {
  const { host, database } = world.database.url
  const child = await startChild({
    variables: {
      NODE_ENV: 'test',
      DATA_DIR: world.dir,
      PORT: '0',
      DEMO: 'off',
      APP_SECRET: 'a secret for tests that is long enough',
      ...more,
    },
    socket: host,
    database,
    reached: () => {},
    struck: () => {},
    ended: () => {},
  })
  children.push(child)
  return child
}

const get = (child: Child, url: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${child.line.port}${url}`, { redirect: 'manual', ...init })
const statusOf = async (child: Child, url: string) => (await get(child, url)).status

test.runIf(isSimulated('roles'))(
  'a web server leaves jobs to the workers, and a worker leaves people to the web servers',
  async () => {
    const web = await start({ ROLE: 'web' })
    const mailId = randomUUID()
    await world.context.jobs.send(world.database.sql, 'mail.send', { mailId })
    const stateOf = async () => {
      const rows = await world.database.sql<{ state: string }[]>`
      select state from boss.job where name = 'mail.send' and data ->> 'mailId' = ${mailId}`
      return rows[0]?.state
    }
    // A worker would look every half second.
    await pause(2_500)
    expect(await stateOf()).toBe('created')
    const worker = await start({ ROLE: 'worker' })
    await expect.poll(stateOf).toBe('completed')
    expect(await statusOf(web, '/api/session')).toBe(200)
    expect(await statusOf(worker, '/healthz')).toBe(200)
    expect(await statusOf(worker, '/readyz')).toBe(200)
    for (const url of ['/api/session', '/sync/stream', '/media/x', '/ask', '/test/mail'])
      expect(await statusOf(worker, url), url).toBe(404)
    expect(await worker.ends('SIGTERM')).toBe('code 0')
  },
)

test.runIf(isSimulated('roles'))(
  'a server that is told to stop first says so, then sends its streams elsewhere, then closes',
  async () => {
    const web = await start({ ROLE: 'web', DRAIN_SECONDS: '3' })
    const fan = await world.makePerson({ role: 'basic' })
    const signedIn = await get(web, '/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${web.line.port}` },
      body: JSON.stringify({ email: fan.email, password: PASSWORD }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const stream = await get(web, '/sync/stream?protocol=1', { headers: { cookie } })
    expect(stream.status).toBe(200)
    const heard = listen(stream)
    await expect.poll(heard.text).toContain('event: ready')
    expect(await statusOf(web, '/readyz')).toBe(200)

    const ended = web.ends('SIGTERM')
    await expect.poll(() => statusOf(web, '/readyz'), { interval: 20 }).toBe(503)
    expect(heard.text(), 'told to move before anybody could see that this server stops').not.toContain('bye')
    expect(await statusOf(web, '/healthz')).toBe(200)
    await heard.over
    expect(heard.text()).toContain('event: bye\ndata: {"reason":"restart"}')
    expect(await statusOf(web, '/api/session'), 'answered as before while streams move').toBe(200)
    expect(await ended, web.words()).toBe('code 0')
  },
)

function listen(stream: Response) {
  let heard = ''
  const over = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) heard += decoder.decode(chunk, { stream: true })
  })()
  return { text: () => heard, over }
}

const MAIN = path.join(import.meta.dirname, 'main.ts')

function run(dir: string, args: string[], more: Record<string, string> = {}) {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dir, PORT: '0', DEMO: 'off', ...more }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return { child, said: () => said, code: codeOf(child) }
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

test.runIf(isSimulated('roles'))(
  '--migrate-only brings a database to this build, once, and a worker starts on it without a build',
  async () => {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-migrate-'))
    try {
      const first = run(dir, ['--migrate-only'])
      expect(await first.code, first.said()).toBe(0)
      expect(first.said()).toContain('applied 0115-base.sql')
      const again = run(dir, ['--migrate-only'])
      expect(await again.code, again.said()).toBe(0)
      expect(again.said()).toContain('nothing to apply')
      const mistaken = run(dir, ['--migrate'])
      expect(await mistaken.code).toBe(1)
      expect(mistaken.said()).toContain('knows --migrate-only, and not "--migrate"')

      const worker = run(dir, [], { ROLE: 'worker' })
      await expect.poll(worker.said, { timeout: 60_000 }).toContain("Infield's jobs run here")
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(worker.said()) ?? []
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      expect(worker.said()).not.toContain('Building')
      worker.child.kill('SIGTERM')
      expect(await worker.code).toBe(0)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
)
