import { afterEach, expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.ts'

afterEach(() => vi.unstubAllGlobals())

const MISSING = 'Failed to fetch dynamically imported module: /assets/about.js'

/** Returns the message of the error that a missing screen throws, with or without an answer from the server. */
async function thrownBy({ onLine, answers }: { onLine: boolean; answers: boolean }): Promise<string> {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', async () => {
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  const Screen = lazyScreen(() => Promise.reject<{ Part: () => null }>(new TypeError(MISSING)), 'Part')
  await Screen.preload?.()
  try {
    ;(Screen as unknown as (props: object) => unknown)({})
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a screen that is not here without a network is told, and the page is not read anew', async () => {
  for (const line of [
    { onLine: false, answers: false },
    { onLine: true, answers: false },
  ])
    expect(await thrownBy(line)).toBe(`Without a network: ${MISSING}`)
})

test('where the server answers, a newer version has taken its place: the router reads the page anew', async () => {
  expect(await thrownBy({ onLine: true, answers: true })).toBe(MISSING)
})
