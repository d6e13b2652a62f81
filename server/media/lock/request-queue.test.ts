import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../../http/app-env.ts'
import { inTurn } from './request-queue.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Opens routes that take as long to identify the caller as a test wants, and then want the lock of an upload. */
function open() {
  const locked: string[] = []
  const known = new Map<string, PromiseWithResolvers<void>>()
  const app = new Hono<AppEnv>().use(inTurn()).on(['GET', 'PATCH', 'POST'], '/files/*', async (c) => {
    const name = c.req.header('name') ?? ''
    await known.get(name)?.promise
    if (c.req.header('refused')) return c.text('', 401)
    await c.var.turn?.comes
    locked.push(name)
    c.var.turn?.pass()
    // a request may hold the lock for long
    await known.get(`${name} holds`)?.promise
    return c.text('')
  })
  const call = (method: string, path: string, headers: Record<string, string>) => {
    if (headers.name) known.set(headers.name, Promise.withResolvers())
    return app.request(path, { method, headers })
  }
  return { locked, known, call, know: (name: string) => known.get(name)?.resolve() }
}

test('BR-4 whoever asks how far an upload is does not overtake the bytes that came before', async () => {
  const { locked, known, call, know } = open()
  known.set('bytes holds', Promise.withResolvers())
  const bytes = call('PATCH', '/files/a', { name: 'bytes' })
  const asking = call('HEAD', '/files/a', { name: 'asks' })
  const other = call('HEAD', '/files/b', { name: 'other' })
  know('asks')
  know('other')
  await other
  expect(locked).toEqual(['other'])
  know('bytes')
  // it does not wait for the bytes to end, because the lock decides about that
  await asking
  expect(locked).toEqual(['other', 'bytes', 'asks'])
  know('bytes holds')
  await bytes
})

test('one that is refused, or was before, holds nobody up', async () => {
  const { locked, call, know } = open()
  const refused = call('PATCH', '/files/a', { name: 'refused', refused: '1' })
  const asking = call('HEAD', '/files/a', { name: 'asks' })
  know('asks')
  await settled()
  expect(locked).toEqual([])
  know('refused')
  await Promise.all([refused, asking])
  const later = call('HEAD', '/files/a', { name: 'later' })
  know('later')
  await later
  expect(locked).toEqual(['asks', 'later'])
})
