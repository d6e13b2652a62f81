import { expect, test } from 'vitest'
import { deliverEvents } from '../testing/storms/webhooks.ts'

const EVENTS = 200

test('D29 D31 webhooks, half of them doubled, shuffled and at once, come to the same end as in order', {
  timeout: 600_000,
}, async () => {
  const inOrder = await deliverEvents({ events: EVENTS, seed: 1, manner: 'in order' })
  const wild = await deliverEvents({ events: EVENTS, seed: 1, manner: 'doubled and shuffled' })
  expect(inOrder.delivered).toBeGreaterThan(EVENTS)
  expect(wild.delivered).toBe(inOrder.delivered + Math.ceil(inOrder.delivered / 2))
  expect([inOrder.unhandled, wild.unhandled]).toEqual([0, 0])
  expect(wild.stories).toEqual(inOrder.stories)
  const states = new Map(inOrder.stories.map(({ plot, state }) => [plot, state]))
  expect(Object.fromEntries(states)).toEqual({
    held: 'held',
    declined: 'pending',
    left: 'pending',
    'taken back': 'released',
    captured: 'captured',
    released: 'released',
  })
})
