import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Front, openFront } from './front.ts'
import { type ServerProcess, superviseServer } from './server-process.ts'

/** The code of a server that answers with one sentence. Like the real one it reports its port once it is ready. */
const serverSaying = (sentence: string) => `
import { createServer } from 'node:http'
const server = createServer((request, response) => response.end(request.method + ' ' + request.url + ' ${sentence}'))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, greeting: 'at ' + process.env.DEV_CLIENT }))
process.once('disconnect', () => process.exit(0))
`

let project: string
let server: ServerProcess
let front: Front
const said: string[] = []

const write = (name: string, text: string) => writeFile(path.join(project, name), text)
const address = (pathname: string) => new URL(pathname, front.client).href
const textAt = async (pathname: string) => (await fetch(address(pathname))).text()

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'dev-test-'))
  for (const folder of ['client', 'server', 'sync']) await mkdir(path.join(project, folder))
  await symlink(path.resolve(import.meta.dirname, '../../node_modules'), path.join(project, 'node_modules'))
  await write('package.json', '{"type":"module"}')
  await write('vite.config.ts', 'export default { root: import.meta.dirname + "/client" }')
  await write('client/index.html', '<div id="root"></div><script type="module" src="/main.ts"></script>')
  await write('client/main.ts', 'document.title = "first"\nimport.meta.hot?.accept()\n')
  await write('server/main.ts', serverSaying('first'))
  server = superviseServer({ project, say: (sentence) => void said.push(sentence) })
  front = await openFront({ project, listen: { host: '127.0.0.1', port: 0 }, server, serviceWorker: false })
  front.onServerChange((file) => void server.restart(file))
  await server.start({ DEV_CLIENT: front.client })
})

afterAll(async () => {
  await server.stop()
  await front.close()
  await rm(project, { recursive: true })
})

test('one address: the client is Vite’s, everything else the server’s', async () => {
  expect(said).toEqual([`at ${front.client}`])
  expect(await textAt('/@client/')).toContain('src="/@client/@vite/client"')
  expect(await textAt('/@client/main.ts')).toContain('first')
  expect(await textAt('/ask?sport=rowing')).toBe('GET /ask?sport=rowing first')
  const posted = await fetch(address('/api/session'), { method: 'POST', body: '{}' })
  expect(await posted.text()).toBe('POST /api/session first')
})

test('a service worker of an earlier start is replaced by one that ends itself', async () => {
  expect(await textAt('/service-worker.js')).toContain('registration.unregister()')
})

test('a changed module of the client is told to the page, which is not loaded again', async () => {
  const socket = new WebSocket(address('/@client/').replace('http', 'ws'), 'vite-hmr')
  const heard: { type: string; updates?: { path: string }[] }[] = []
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
  await vi.waitFor(() => expect(heard).toContainEqual({ type: 'connected' }), 30_000)
  await write('client/main.ts', 'document.title = "second"\nimport.meta.hot?.accept()\n')
  await vi.waitFor(
    () =>
      expect(heard).toContainEqual(
        expect.objectContaining({ type: 'update', updates: [expect.objectContaining({ path: '/main.ts' })] }),
      ),
    30_000,
  )
  socket.close()
  expect(heard.map(({ type }) => type)).not.toContain('full-reload')
  expect(await textAt('/ask')).toBe('GET /ask first')
})

test('a change of the server starts it again, and what is asked meanwhile waits for it', async () => {
  await write('server/main.ts', serverSaying('second'))
  await vi.waitFor(async () => expect(await textAt('/ask')).toBe('GET /ask second'), 30_000)
  await vi.waitFor(
    () => expect(said.at(-1)).toMatch(/^server\/main\.ts changed: the server runs again after [\d.]+ s$/),
    30_000,
  )
})

test('a server that does not start is told of, and the next change starts it', async () => {
  await write('server/main.ts', 'process.exit(3)')
  await vi.waitFor(async () => expect((await fetch(address('/ask'))).status).toBe(503), 30_000)
  expect(said).toContainEqual(expect.stringContaining('did not start'))
  await write('server/main.ts', serverSaying('third'))
  await vi.waitFor(async () => expect(await textAt('/ask')).toBe('GET /ask third'), 30_000)
})
