import { afterEach, expect, test, vi } from 'vitest'
import { forgetSnapshots, STARTS } from './start-snapshot.ts'

const PAGES = 'last-look of this build'

/** Stubs caches that hold texts; `room` is the most letters that a cache takes. */
function openCaches(room = 1_000) {
  const kept = new Map<string, Map<string, string>>()
  const open = (name: string) => {
    const texts = kept.get(name) ?? new Map<string, string>()
    kept.set(name, texts)
    return texts
  }
  const size = (texts: Map<string, string>) => [...texts.values()].join('').length
  const fake = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      match: async (address: string) => {
        const text = open(name).get(address)
        return text === undefined ? undefined : new Response(text)
      },
      delete: async (address: string) => open(name).delete(address),
      // As in a browser, the former entry is dropped only once the new one is stored.
      put: async (address: string, page: Response) => {
        const text = await page.text()
        if (size(open(name)) + text.length > room) throw new DOMException('no room', 'QuotaExceededError')
        open(name).set(address, text)
      },
    }),
  }
  vi.stubGlobal('caches', fake)
  return { open, kept }
}

afterEach(() => vi.unstubAllGlobals())

const EMPTY = '<div id="root"></div>'
const SHOWN = '<div id="root" data-snapshot>Sam O</div>'

function keepStarts(open: ReturnType<typeof openCaches>['open']): void {
  open('last-look').set('/dashboard', 'Sam O')
  for (const start of STARTS) open(PAGES).set(start, SHOWN)
}

test('what was shown is gone, and the app starts on its empty page: a browser that looks there by itself finds one', async () => {
  const { open, kept } = openCaches()
  keepStarts(open)
  open(PAGES).set('/shell.html', EMPTY)
  await forgetSnapshots()
  expect([...kept.keys()]).toEqual([PAGES])
  expect(new Map([['/shell.html', EMPTY], ...STARTS.map((start) => [start, EMPTY] as const)])).toEqual(
    open(PAGES),
  )
})

test('on a device without room for another page what was shown goes first', async () => {
  const { open } = openCaches(2 * SHOWN.length + EMPTY.length)
  keepStarts(open)
  open(PAGES).set('/shell.html', EMPTY)
  await forgetSnapshots()
  for (const start of STARTS) expect(open(PAGES).get(start)).toBe(EMPTY)
})

test('of an older build nothing stays', async () => {
  const { open, kept } = openCaches()
  keepStarts(open)
  await forgetSnapshots()
  expect([...kept.keys()]).toEqual([])
})
