import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { answerPages } from './answer-page.ts'
import type { PageContent } from './page.ts'

const inlined = { styles: ['sha256-a'], scripts: [] }

function appWith() {
  const render = vi.fn(async ({ path, data }: PageContent) => ({
    html: `<p>${path} ${JSON.stringify(data)}</p>`,
    inlined,
  }))
  const answer = answerPages({ render, shell: () => '', inlined })
  const app = new Hono<AppEnv>()
  app.get('/:name', (c) => answer(c, { path: c.req.path, title: '', data: c.req.query('data') ?? null }))
  const ask = async (path: string) => {
    const page = await app.request(path, { headers: { 'accept-encoding': 'gzip, br' } })
    return brotliDecompressSync(await page.bytes()).toString()
  }
  return { app, ask, render }
}

test('the same page from the same data is rendered once, and says the same however it is compressed', async () => {
  const { ask, render } = appWith()
  for (let time = 0; time < 4; time += 1) expect(await ask('/ask?data=a')).toBe('<p>/ask "a"</p>')
  expect(render).toHaveBeenCalledTimes(1)
  expect(await ask('/ask?data=b')).toBe('<p>/ask "b"</p>')
  expect(await ask('/about')).toBe('<p>/about null</p>')
  expect(render).toHaveBeenCalledTimes(3)
})

test('of many pages the last ones are kept, and one that is asked for again is among them', async () => {
  const { ask, render } = appWith()
  await ask('/often')
  for (let each = 0; each < 63; each += 1) await ask(`/ask?data=${each}`)
  await ask('/often')
  await ask('/ask?data=63')
  const before = render.mock.calls.length
  await ask('/often')
  expect(render).toHaveBeenCalledTimes(before)
  await ask('/ask?data=0')
  expect(render).toHaveBeenCalledTimes(before + 1)
})

test('who does not accept brotli gets the page as it is', async () => {
  const { app } = appWith()
  const page = await app.request('/about', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(page.headers.get('content-encoding')).toBeNull()
  expect(await page.text()).toBe('<p>/about null</p>')
})
