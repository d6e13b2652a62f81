import { describe, expect, test } from 'vitest'
import { effectOfRefund, mayRefundMove, type RefundState } from './refund.ts'

describe('what a refund does to everybody’s money', () => {
  const paid = { of: 'answer', leftCents: 1_500, isDisputed: false } as const

  test.each([
    ['the whole', paid, 1_500, { fanCents: 1_500, athleteCents: 1_200, platformCents: 300 }],
    ['a part', paid, 501, { fanCents: 501, athleteCents: 401, platformCents: 100 }],
    ['the rest', { ...paid, leftCents: 1 }, 1, { fanCents: 1, athleteCents: 1, platformCents: 0 }],
    // Stripe keeps its fee, which the platform bears.
    [
      'a tip',
      { ...paid, of: 'tip', leftCents: 500 },
      500,
      { fanCents: 500, athleteCents: 455, platformCents: 45 },
    ],
  ] as const)('%s', (...[, payment, cents, value]) => {
    expect(effectOfRefund(payment, cents)).toEqual({ ok: true, value })
  })

  test('no cent more than is left, and nothing while the bank has it in dispute', () => {
    expect(effectOfRefund(paid, 1_501)).toEqual({
      ok: false,
      refusal: { code: 'refund-too-high', detail: { leftCents: 1_500 } },
    })
    expect(effectOfRefund({ ...paid, isDisputed: true }, 1)).toMatchObject({
      refusal: { code: 'payment-disputed' },
    })
  })
})

test('a refund that was refused or failed is over; one that is done may still come back', () => {
  const states: RefundState[] = ['ordered', 'pending', 'done', 'refused', 'failed']
  const nextOf = (from: RefundState) => states.filter((to) => mayRefundMove(from, to))
  expect(states.map(nextOf)).toEqual([
    ['pending', 'done', 'refused', 'failed'],
    ['done', 'failed'],
    ['failed'],
    [],
    [],
  ])
})
