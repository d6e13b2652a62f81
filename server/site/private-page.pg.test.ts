import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViewAnswer } from '../../sync/calls.ts'
import { createApp } from '../app/app.ts'
import { type Actors, type Asked, answered, asked, openCast } from '../testing/actors.ts'
import { databaseHash } from '../testing/rights/hash.ts'
import type { Pages } from './page.ts'

let actors: Actors
let app: ReturnType<typeof createApp>
let question: Asked
/** All data that the renderer was given, to show that none of it was kept. */
const rendered: unknown[] = []

/** A replacement for the renderer; its real output is tested in `client/render.test.tsx`. */
const inlined = { styles: [], scripts: [] }
const pages: Pages = {
  inlined,
  shell: (head) => `empty, ${head?.title}, ${head?.noindex}`,
  async render({ data, ...head }) {
    rendered.push(data)
    return { html: JSON.stringify({ ...head, data }), inlined }
  },
}

beforeAll(async () => {
  actors = await openCast()
  const { context, hub } = actors.world
  app = createApp(context, { hub, site: { pages, files: new Map() } })
  question = await answered(actors, { text: 'Where do I look?' })
})
afterAll(() => actors.world.end())

const open = (path: string) => app.request(path)
const shown = async (path: string) => ((await (await open(path)).json()) as { data: ViewAnswer }).data

test('S1-2 D41 a private link opens the page with what it shows, kept by nobody on the way', async () => {
  const page = await open(question.viewPath)
  expect(page.status).toBe(200)
  const { headers } = page
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const { data, ...head } = (await page.json()) as { data: ViewAnswer }
  expect(head).toMatchObject({
    title: 'Question and answer · Infield',
    noindex: true,
    path: question.viewPath,
  })
  expect(data.question).toMatchObject({ text: 'Where do I look?', status: 'completed' })
  const before = rendered.length
  await open(question.viewPath)
  expect(rendered).toHaveLength(before + 1)
})

test('a link that was given away shows the answer and what was asked, and nothing of the money', async () => {
  const { fan, viewPath } = question
  const token = viewPath.replace('/view/', '')
  const made = await fan.post<{ path: string }>('/api/share', {
    token,
    linkId: randomUUID(),
    name: 'Coach',
  })
  const { question: told, shared } = await shown(made.body.path)
  expect({ shared, amountCents: told.amountCents, hold: told.hold }).toEqual({
    shared: true,
    amountCents: 0,
    hold: 'none',
  })
})

test('opening it changes nothing, however often a mail scanner does', async () => {
  const { sql } = actors.world.database
  // finish the work that earlier tests left behind; anything an opening would enqueue is visible as a row at once
  await actors.world.quiesce()
  const before = await databaseHash(sql)
  for (let time = 0; time < 20; time += 1) await open(question.viewPath)
  expect(await databaseHash(sql)).toEqual(before)
})

test('a link that opens nothing, or no longer does, is the empty page and says so by its status', async () => {
  const later = await asked(actors)
  const old = later.viewPath
  await later.fan.post('/api/correct-email', { questionId: later.questionId, email: 'new@fan.test' })
  for (const [path, status] of [
    [old, 410],
    [`/view/${'x'.repeat(43)}`, 404],
    ['/view/short', 404],
    [`/view/${encodeURIComponent("' or true --\u0000")}`, 404],
  ] as const) {
    const page = await open(path)
    expect([path, page.status]).toEqual([path, status])
    expect(await page.text()).toBe('empty, Question and answer · Infield, true')
  }
})

test('looked at too often from one address it is the empty page, which asks by itself', async () => {
  const { context, hub } = actors.world
  const env = { ...context.env, mode: 'development' } as const
  const strict = createApp({ ...context, env }, { hub, site: { pages, files: new Map() } })
  let page = await strict.request(question.viewPath)
  for (let time = 0; time < 300; time += 1) page = await strict.request(question.viewPath)
  expect(page.status).toBe(200)
  expect(await page.text()).toBe('empty, Question and answer · Infield, true')
})
