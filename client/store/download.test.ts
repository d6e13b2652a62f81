import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'

let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
const bytes = (text: string) => new TextEncoder().encode(text)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async () => {
    const start = (controller: typeof body) => {
      body = controller
    }
    return new Response(new ReadableStream({ start }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a download goes on while bytes come, however slowly', async () => {
  const film = download('/files/film')
  for (const part of ['a', ' long', ' film']) {
    await vi.advanceTimersByTimeAsync(29_000)
    body.enqueue(bytes(part))
  }
  body.close()
  expect(await (await film)?.text()).toBe('a long film')
})

test('a download from which nothing comes for thirty seconds is given up, and so is one whose page is left', async () => {
  const ended = vi.fn()
  void download('/files/film').catch(ended)
  body.enqueue(bytes('a'))
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(() => ended.mock.calls).toMatchObject([[{ name: 'AbortError' }]])
  const lost = new AbortController()
  lost.abort()
  await expect(download('/files/film', lost.signal)).rejects.toMatchObject({ name: 'AbortError' })
})
