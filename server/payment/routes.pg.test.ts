import { afterAll, beforeAll, expect, test } from 'vitest'
import { pause } from '../pause.ts'
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
  return { status: answer.status, later: answer.headers.get('retry-after'), body: await answer.json() }
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
  expect(await send(new Uint8Array(LARGEST).fill(32))).toEqual({
    status: 400,
    later: null,
    body: { received: false },
  })
})

test('of the webhooks that come slowly 32 are read at once: one more, and the oldest is to be sent again', async () => {
  const whole = () => send(new Uint8Array(10).fill(32))
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 32 }, () =>
    send(new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) })),
  )
  const early = await Promise.race([...slow, pause(300)])
  expect(early).toBeUndefined()
  expect(await whole()).toMatchObject({ status: 400, body: { received: false } })
  expect(await slow[0]).toMatchObject({ status: 503, later: '5' })
  // the one that was sent away has left its place
  expect(await whole()).toMatchObject({ status: 400, body: { received: false } })
  for (const end of ends.slice(1)) end()
  const others = await Promise.all(slow.slice(1))
  expect(others.map(({ status }) => status)).toEqual(Array(31).fill(400))
})
