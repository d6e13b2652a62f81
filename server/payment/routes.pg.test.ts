import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const LARGEST = 262_144

/** Makes a body that is sent in pieces without a length, and counts how much of it was read. */
function endless(maxBytes: number) {
  const piece = new Uint8Array(65_536).fill(32)
  const taken = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken.bytes >= maxBytes) return controller.close()
      taken.bytes += piece.length
      controller.enqueue(piece)
    },
  })
  return { body, taken }
}

async function send(body: ReadableStream | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await world.browser().request('/api/webhooks/stripe', {
    method: 'POST',
    raw: body,
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00', ...headers },
  })
  return { status: answer.status, body: await answer.json() }
}

test('a webhook longer than any event is refused before it is held in memory', async () => {
  const { body, taken } = endless(20 * LARGEST)
  expect(await send(body)).toMatchObject({ status: 413, body: { refusal: { code: 'too-large' } } })
  expect(taken.bytes).toBeLessThan(2 * LARGEST)
  expect(await send(new Uint8Array(10), { 'content-length': String(2 * LARGEST) })).toMatchObject({
    status: 413,
  })
})

test('a webhook of an ordinary size is read whole, and its signature decides', async () => {
  expect(await send(new Uint8Array(LARGEST).fill(32))).toEqual({ status: 400, body: { received: false } })
})
