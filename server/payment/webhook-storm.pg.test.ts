import { expect, test } from 'vitest'
import { everything, seed } from '../../.ci/sample.ts'
import { deliverEvents } from '../testing/storms/webhooks.ts'

/** Enough for each plot to occur once, and in a long run a few times. */
const EVENTS = everything ? 200 : 70

test('D29 D31 webhooks, late, half of them doubled, shuffled and at once, come to the same end as in order', {
  timeout: 600_000,
}, async () => {
  const inOrder = await deliverEvents({ events: EVENTS, seed, manner: 'in order' })
  const wild = await deliverEvents({ events: EVENTS, seed, manner: 'doubled and shuffled' })
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
    tipped: 'paid',
    'tip declined': 'pending',
    'tip refunded': 'paid',
    'tip disputed': 'paid',
    refunded: 'captured',
    'refunded there': 'captured',
    disputed: 'captured',
    lost: 'captured',
    won: 'captured',
  })
  // each plot occurs a few times, with different amounts
  const back = inOrder.stories.flatMap(({ plot, refunds, disputes }) => {
    const seen = [...refunds, ...disputes].map((each) => each.split(' ')[0])
    return seen.length === 0 ? [] : [[plot, seen.join()] as const]
  })
  expect(Object.fromEntries(back)).toEqual({
    'tip refunded': 'done',
    'tip disputed': 'needs-response',
    refunded: 'done',
    'refunded there': 'done',
    disputed: 'needs-response',
    lost: 'lost',
    won: 'won',
  })
})
