import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goOnAfterPaint } from './after-paint.ts'
import { replayEarly } from './early-press.ts'

/** The script of the rest of the page. */
const script: { onerror?: () => void } = {}
const rest = { querySelectorAll: () => [script] }

/** A stub with the parts of an element that these tests need. */
class Thing {
  readonly attributes = new Map<string, string>()
  readonly click = vi.fn()
  readonly append = vi.fn()
  onclick: ((event: { target: unknown }) => void) | null = null
  readonly content = rest
  parts: Thing[] = []
  closest = () => this as Thing | null
  getAttribute = (name: string) => this.attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  removeAttribute = (name: string) => void this.attributes.delete(name)
  querySelector = () => this.parts.find(({ attributes }) => attributes.has('data-pressed')) ?? null
  querySelectorAll = () => []
}

let root: Thing
let head: Thing
let drawing: Thing
let toldPaint: () => void

function openPage({ hidden = false, types = ['paint', 'largest-contentful-paint'] } = {}) {
  vi.stubGlobal('document', {
    hidden,
    head,
    getElementById: () => root,
    querySelector: () => new Thing(),
    querySelectorAll: () => [drawing],
    importNode: (content: unknown) => content,
  })
  const observed: string[] = []
  class Observer {
    static supportedEntryTypes = types
    constructor(told: (list: unknown, observer: Observer) => void) {
      toldPaint = () => told(null, this)
    }
    observe = ({ type }: { type: string }) => void observed.push(type)
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  goOnAfterPaint()
  return observed
}

beforeEach(() => {
  vi.useFakeTimers()
  root = new Thing()
  head = new Thing()
  drawing = new Thing()
  drawing.setAttribute('data-href', '/assets/icons.svg#flag')
  vi.stubGlobal('Element', Thing)
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => void setTimeout(act, 16))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('drawings and what a page goes on with are fetched once it was painted, and only once', () => {
  expect(openPage()).toEqual(['largest-contentful-paint'])
  vi.advanceTimersByTime(1_000)
  expect(head.append).not.toHaveBeenCalled()
  toldPaint()
  vi.advanceTimersByTime(5_000)
  expect(head.append).toHaveBeenCalledExactlyOnceWith(rest)
  expect([...drawing.attributes]).toEqual([['href', '/assets/icons.svg#flag']])
})

test('a browser that knows the first paint alone is asked for that, one that tells nothing for frames', () => {
  expect(openPage({ types: ['paint'] })).toEqual(['paint'])
  openPage({ types: [] })
  vi.advanceTimersByTime(100)
  expect(head.append).toHaveBeenCalledTimes(1)
})

test('a page in the background goes on at once, and one whose paint is never told after two seconds', () => {
  openPage({ hidden: true })
  vi.advanceTimersByTime(1)
  expect(head.append).toHaveBeenCalledTimes(1)
  openPage()
  vi.advanceTimersByTime(2_001)
  expect(head.append).toHaveBeenCalledTimes(2)
})

test('a page whose script did not come is loaded again, once and with a network', () => {
  const kept = new Map<string, string>()
  const reload = vi.fn()
  const navigator = { onLine: false }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  openPage({ hidden: true })
  vi.advanceTimersByTime(1)
  script.onerror?.()
  expect(reload).not.toHaveBeenCalled()
  navigator.onLine = true
  script.onerror?.()
  script.onerror?.()
  expect(reload).toHaveBeenCalledOnce()
})

test('the last button pressed before the app answers is pressed once more when it does, and never again', async () => {
  openPage()
  const [first, last, words] = [new Thing(), new Thing(), new Thing()]
  words.closest = () => null
  root.parts = [first, last, words]
  const replay = () => replayEarly(root as unknown as HTMLElement)
  const { onclick } = root
  onclick?.({ target: first })
  onclick?.({ target: last })
  await replay()
  await replay()
  expect([first.click.mock.calls.length, last.click.mock.calls.length]).toEqual([0, 1])
  expect(root.onclick).toBeNull()
  onclick?.({ target: first })
  onclick?.({ target: words })
  await replay()
  expect(first.click).not.toHaveBeenCalled()
})
