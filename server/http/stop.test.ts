import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { stopper } from './stop.ts'

type Gate = { opened: Promise<void>; open(): void }

function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function serverWith(answer: http.RequestListener) {
  const server = http.createServer({ keepAliveTimeout: 60_000 })
  const stop = stopper(server)
  server.on('request', answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new http.Agent({ keepAlive: true })
  const get = (path = '/') =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.address() as AddressInfo
      const request = http.get({ port, path, host: '127.0.0.1', agent }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
        response.on('error', reject)
      })
      request.on('error', reject)
    })
  return { stop, get }
}

const never = new Promise<void>(() => {})

test('a request under way is answered, and the kept connection does not hold the end up', async () => {
  const [arrived, letGo] = [gate(), gate()]
  const { stop, get } = await serverWith(async (_request, response) => {
    arrived.open()
    await letGo.opened
    response.end('answered')
  })
  const answer = get()
  await arrived.opened
  const stopped = stop({ endStreams: () => {}, deadline: never })
  letGo.open()
  expect(await answer).toBe('answered')
  await stopped
  await expect(get()).rejects.toThrow()
})

test('streams are ended by their owner, idle connections closed', async () => {
  const open = new Set<http.ServerResponse>()
  const arrived = gate()
  const { stop, get } = await serverWith((request, response) => {
    if (request.url === '/idle') return void response.end('idle')
    open.add(response)
    response.write('event\n')
    arrived.open()
  })
  expect(await get('/idle')).toBe('idle')
  const stream = get()
  await arrived.opened
  const endStreams = () => {
    for (const response of open) response.end('bye')
  }
  await stop({ endStreams, deadline: never })
  expect(await stream).toBe('event\nbye')
})

test('what never ends is cut at the deadline', async () => {
  const arrived = gate()
  const { stop, get } = await serverWith(() => arrived.open())
  const answer = get()
  answer.catch(() => {})
  await arrived.opened
  const deadline = gate()
  const stopped = stop({ endStreams: () => {}, deadline: deadline.opened })
  deadline.open()
  await stopped
  await expect(answer).rejects.toThrow()
})
