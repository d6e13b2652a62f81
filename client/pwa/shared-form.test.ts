import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { SHARED_PATH } from '../../sync/paths.ts'
import { takeKnown, takeShared } from './shared-form.ts'
import { forgetShared, readSharedVideos } from './shared-videos.ts'

const HERE = 'https://infield.example'

type Sender = { origin?: string; referrer?: string }

beforeEach(async () => {
  await forgetShared()
  vi.stubGlobal('location', { origin: HERE })
})
afterAll(() => vi.unstubAllGlobals())

test('a form of the app itself is kept, one that says another sender is refused without a server', async () => {
  vi.stubGlobal('fetch', () => expect.fail('nobody is asked'))
  for (const sender of [
    { origin: 'https://evil.example' },
    { origin: 'null', referrer: 'https://evil.example/' },
    { referrer: 'https://evil.example/' },
    { origin: 'https://sub.infield.example' },
  ])
    expect(await leadsTo(takeShared(form(sender))), JSON.stringify(sender)).toContain('shared=foreign')
  expect(await readSharedVideos()).toEqual([])
  expect(await leadsTo(takeShared(form({ origin: HERE })))).toBe('/dashboard?tab=conversations')
  expect(await readSharedVideos()).toHaveLength(1)
})

test('whose a form is that does not say it, the server is asked; what another site sent is kept nowhere', async () => {
  for (const site of ['cross-site', 'same-site']) {
    expect(await afterAnswer(async () => new Response(site))).toContain('shared=foreign')
    expect(await readSharedVideos(), site).toEqual([])
  }
  const answers = [
    async () => new Response('same-origin'),
    async () => new Response('none'),
    async () => new Response('cross-site', { status: 502 }),
    async () => Promise.reject(new TypeError('no network')),
  ]
  for (const answer of answers) expect(await afterAnswer(answer)).toBe('/dashboard?tab=conversations')
  expect(await readSharedVideos()).toHaveLength(answers.length)
})

test('an address that no form led to keeps nothing, and a form counts once', async () => {
  vi.stubGlobal('fetch', async () => new Response('none'))
  expect(await leadsTo(takeKnown(new Request(HERE + SHARED_PATH)))).toBe('/dashboard?tab=conversations')
  const next = await leadsTo(takeShared(form({ origin: 'null' })))
  await takeKnown(new Request(HERE + next))
  expect(await leadsTo(takeKnown(new Request(HERE + next)))).toContain('shared=lost')
  expect(await readSharedVideos()).toHaveLength(1)
})

test('a form that cannot be read is told as such, whoever sent it', async () => {
  vi.stubGlobal('fetch', async () => new Response('none'))
  const broken = (origin: string) =>
    Object.assign(form({ origin }), { formData: () => Promise.reject(new TypeError('cut off')) })
  expect(await leadsTo(takeShared(broken(HERE)))).toContain('shared=unreadable')
  const next = await leadsTo(takeShared(broken('null')))
  expect(await leadsTo(takeKnown(new Request(HERE + next)))).toContain('shared=unreadable')
})

function form({ origin, referrer }: Sender): Request {
  const body = new FormData()
  body.append('videos', new File(['film'], 'catch.mp4', { type: 'video/mp4' }))
  const headers = new Headers(origin ? { origin } : {})
  const request = new Request(HERE + SHARED_PATH, { method: 'POST', body, headers })
  Object.defineProperty(request, 'referrer', { value: referrer ?? '' })
  return request
}

/** Returns where a form with a hidden sender finally leads, once the server has answered. */
async function afterAnswer(answer: (request: Request) => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', answer)
  const next = await leadsTo(takeShared(form({ origin: 'null' })))
  expect(next).toMatch(/^\/dashboard\/shared\?of=/)
  return leadsTo(takeKnown(new Request(HERE + next)))
}

async function leadsTo(answer: Promise<Response>): Promise<string> {
  const { pathname, search } = new URL((await answer).headers.get('location') ?? '')
  return pathname + search
}
