import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { KEPT_BUILDS, keepBuild, readFormer } from './former-builds.ts'
import { readStaticFiles, serveStatic } from './static.ts'

let dir: string
const kept = () => path.join(dir, 'kept')

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'former-test-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Makes a build whose files are named after their content, as the real ones are; `shared` is in every build. */
async function build(name: string): Promise<string> {
  const client = path.join(dir, name, 'client')
  const assets = path.join(client, 'assets')
  await mkdir(assets, { recursive: true })
  await writeFile(path.join(client, 'robots.txt'), name)
  await writeFile(path.join(assets, `index-${name}.js`), `// entry of ${name}`)
  await writeFile(path.join(assets, `ask-${name}.js`), `// screen of ${name}`)
  await writeFile(path.join(assets, `ask-${name}.js.br`), brotliCompressSync(`// screen of ${name}`))
  await writeFile(path.join(assets, 'shared-same.js'), '// in every build')
  await keepBuild(assets, kept())
  return client
}

async function serverOf(client: string) {
  const app = new Hono<AppEnv>()
  app.use(serveStatic(await readStaticFiles(client), (name) => readFormer(kept(), name)))
  app.all('/*', (c) => c.text('the app', 418))
  return (url: string, init?: RequestInit) => app.request(url, init)
}

test('a page of a former build finds its parts on a server of the new one, and the other way round', async () => {
  const [one, two] = [await build('one'), await build('two')]
  for (const [client, other] of [
    [two, 'one'],
    [one, 'two'],
  ] as const) {
    const get = await serverOf(client)
    const part = await get(`/assets/ask-${other}.js`)
    expect([part.status, await part.text()]).toEqual([200, `// screen of ${other}`])
    expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(part.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const small = await get(`/assets/ask-${other}.js`, { headers: { 'accept-encoding': 'br' } })
    expect(small.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await small.arrayBuffer())).toString()).toContain(other)
  }
})

test('what no build has is a 404 that nobody keeps, and no other file is reached', async () => {
  await writeFile(path.join(dir, 'secret.js'), 'outside')
  const get = await serverOf(await build('two'))
  for (const name of [
    'ask-three.js',
    '../secret.js',
    '..%2fsecret.js',
    '%2e%2e%2fsecret.js',
    'builds/x.json',
    'builds',
    'incoming',
    '.hidden.js',
    '__proto__',
    '',
  ]) {
    const answer = await get(new Request(`http://localhost/assets/${name}`) as unknown as string)
    expect([404, 418], name).toContain(answer.status)
    expect(await answer.text(), name).not.toContain('outside')
    if (answer.status === 404) expect(answer.headers.get('cache-control'), name).toBe('no-store')
  }
  expect((await get('/assets/ask-one.js', { method: 'POST' })).status).toBe(404)
})

test('only the newest builds are kept, and what they share with older ones', async () => {
  for (let n = 0; n < KEPT_BUILDS + 2; n++) {
    const before = await readdir(path.join(kept(), 'builds'))
    await build(`b${n}`)
    const after = await readdir(path.join(kept(), 'builds'))
    const list = after.find((name) => !before.includes(name)) ?? ''
    await utimes(path.join(kept(), 'builds', list), 1_700_000_000 + n, 1_700_000_000 + n)
  }
  await build('last')
  const files = await readdir(kept())
  expect(files).toContain('shared-same.js')
  expect(files).toContain('ask-last.js.br')
  expect(files).toContain(`ask-b${KEPT_BUILDS + 1}.js`)
  expect(files.filter((name) => name.startsWith('index-'))).toHaveLength(KEPT_BUILDS)
  expect(files).not.toContain('ask-b0.js')
})

test('servers of two builds that start at once in one folder leave both whole', async () => {
  const names = ['left', 'right', 'middle']
  await Promise.all(names.map(build))
  for (const name of names)
    for (const file of [`index-${name}.js`, `ask-${name}.js`, `ask-${name}.js.br`])
      expect(await readdir(kept())).toContain(file)
})
