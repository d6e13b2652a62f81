import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { readStaticFiles, serveStatic } from './static.ts'

const script = 'console.info("a script")'.repeat(100)
let dir: string
const app = new Hono<AppEnv>()

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'static-test-'))
  await mkdir(path.join(dir, 'client', 'assets'), { recursive: true })
  await mkdir(path.join(dir, 'client', '.vite'))
  await mkdir(path.join(dir, 'client', 'faces'))
  const write = (name: string, bytes: string | Buffer) => writeFile(path.join(dir, name), bytes)
  await write('secret.js', 'outside the build')
  await write('client/.vite/manifest.json', '{}')
  await write('client/sw.js', 'worker')
  await write('client/robots.txt', 'User-agent: *')
  await write('client/faces/maren.webp', 'a face')
  await write('client/odd.exe', 'not ours')
  await write('client/film.mp4', 'ten bytes.')
  await write('client/assets/app-1.js', script)
  await write('client/assets/app-1.js.br', brotliCompressSync(script))
  await write('client/assets/app-1.js.gz', gzipSync(script))
  app.use(serveStatic(await readStaticFiles(path.join(dir, 'client'))))
  app.all('/*', (c) => c.text('the app', 418))
})

afterAll(() => rm(dir, { recursive: true }))

const get = (url: string, headers: Record<string, string> = {}) => app.request(url, { headers })

describe('the files of the build', () => {
  test('a hashed file is kept for ever, in the best encoding the browser takes', async () => {
    const plain = await get('/assets/app-1.js')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    expect(await plain.text()).toBe(script)
    const best = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, deflate, br;q=0.9' })
    expect(best.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await best.arrayBuffer())).toString()).toBe(script)
    const second = await get('/assets/app-1.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect(second.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await second.arrayBuffer())).toString()).toBe(script)
  })

  test('a film comes in the part that is asked for', async () => {
    const part = await get('/film.mp4', { range: 'bytes=4-8' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 4-8/10',
      'bytes',
    ])
    const beyond = await get('/film.mp4', { range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const whole = await get('/film.mp4')
    expect([whole.status, whole.headers.get('accept-ranges'), await whole.text()]).toEqual([
      200,
      'bytes',
      'ten bytes.',
    ])
  })

  test('a face is kept for a week, so that it is seen without a network', async () => {
    const face = await get('/faces/maren.webp')
    expect(face.headers.get('cache-control')).toBe('public, max-age=604800')
  })

  test('the rest is asked for again, and answered with 304 while it is the same', async () => {
    const first = await get('/sw.js')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/sw.js', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('HEAD has the headers and no body; other verbs are the app’s', async () => {
    const head = await app.request('/robots.txt', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '',
    ])
    expect((await app.request('/robots.txt', { method: 'POST' })).status).toBe(418)
  })

  test('a hashed file that is gone is a 404, any other path is the app’s', async () => {
    expect((await get('/assets/app-0.js')).status).toBe(404)
    expect((await get('/ask/ada')).status).toBe(418)
  })

  test.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/assets/..%5c..%5csecret.js',
    '//secret.js',
    '/.vite/manifest.json',
    '/odd.exe',
    '/assets/app-1.js%00.txt',
    '/assets/',
    '/__proto__',
    '/constructor',
  ])('%s leads nowhere', async (url) => {
    const answer = await app.request(new Request(`http://localhost${url}`))
    expect([404, 418]).toContain(answer.status)
    expect(await answer.text()).not.toContain('outside')
  })
})
