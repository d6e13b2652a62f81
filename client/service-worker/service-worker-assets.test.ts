import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerAsset, keepParts } from './service-worker-assets.ts'
import { routeStarts } from './service-worker-snapshot.ts'

vi.mock('workbox-precaching', () => ({ matchPrecache: async () => undefined }))

const SCRIPT = 'https://infield.test/assets/studio-1.js'
const BUILT = [{ url: 'assets/studio-1.js', revision: null, parts: ['studio'] }]
const script = () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } })
const page = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
const portal = () => page('Sign in to the Wi-Fi')
const redirected = () => Object.defineProperty(script(), 'redirected', { value: true })

let stored: Map<string, Response>
/** The network's response to every request. */
let answer: () => Response

beforeEach(() => {
  stored = new Map()
  const cache = {
    match: async (url: string) => stored.get(url)?.clone(),
    put: async (url: string, response: Response) => void stored.set(url, response),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('location', new URL('https://infield.test/'))
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['the page of a captive portal', portal],
  ['what a redirect led to', redirected],
])('%s is not stored under the name of a script, and its part does not count as kept', async (_, foreign) => {
  answer = foreign
  await answerAsset(SCRIPT)
  expect(await keepParts(BUILT, ['studio'])).toBe(false)
  expect(stored.has(SCRIPT)).toBe(false)
  answer = script
  expect(await keepParts(BUILT, ['studio'])).toBe(true)
})

test.each([
  ['breaks off', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is answered by an error of the server', async () => new Response('', { status: 502 })],
])('a file whose request %s is asked for once more', async (_, fail) => {
  vi.useFakeTimers()
  const fetched = vi.fn(async () => script()).mockImplementationOnce(fail)
  vi.stubGlobal('fetch', fetched)
  const answered = answerAsset(SCRIPT)
  await vi.runAllTimersAsync()
  expect(await (await answered).text()).toBe('export {}')
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('without a network a file that is missing is missed at once', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: false })
  await expect(answerAsset(SCRIPT)).rejects.toThrow('Failed to fetch')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a page that was stored under the name of a script is replaced by the script', async () => {
  stored.set(SCRIPT, portal())
  answer = script
  expect(await (await answerAsset(SCRIPT)).text()).toBe('export {}')
  expect(await stored.get(SCRIPT)?.text()).toBe('export {}')
})

test('the app starts on its own empty page and on no other', async () => {
  const addRoutes = vi.fn(async () => {})
  const install = () => routeStarts([], { addRoutes } as never)
  for (const foreign of [portal, script]) {
    answer = foreign
    await install()
  }
  expect([stored.size, addRoutes.mock.calls.length]).toEqual([0, 0])
  answer = () => page('<div id="root"></div>')
  await install()
  expect([...stored.keys()]).toEqual(['/shell.html', '/dashboard', '/dashboard?tab=conversations'])
  expect(addRoutes).toHaveBeenCalledOnce()
})
