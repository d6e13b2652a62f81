import { expect, test } from 'vitest'
import { NO_TIP, type TipChoice, tipCents, tipProblem } from './tip-section.tsx'

const custom = (typed: string): TipChoice => ({ chosen: 'custom', typed })

test('S2-9.11 S2-2.139 the presets are $5 and $10', () => {
  expect(tipCents({ ...NO_TIP, chosen: 'preset-0' })).toBe(500)
  expect(tipCents({ ...NO_TIP, chosen: 'preset-1' })).toBe(1_000)
  expect(tipCents(NO_TIP)).toBe(0)
})

test('S2-5.39 D16 a custom tip counts from $2 on; less is nothing, and is told so', () => {
  for (const [typed, cents] of [
    ['2', 200],
    ['2.5', 250],
    ['7,50', 750],
    [' 7.77 ', 777],
    ['10000', 1_000_000],
  ] as const) {
    expect(tipCents(custom(typed))).toBe(cents)
    expect(tipProblem(custom(typed))).toBeNull()
  }
  for (const typed of ['1', '1.99', '0', '0.01']) {
    expect(tipCents(custom(typed))).toBe(0)
    expect(tipProblem(custom(typed))).toBe('Minimum of $2.')
  }
  for (const typed of ['two', '-5', '5,000', '1e3', '10000.01']) {
    expect(tipCents(custom(typed))).toBe(0)
    expect(tipProblem(custom(typed))).not.toBeNull()
  }
  expect([tipCents(custom('')), tipProblem(custom(''))]).toEqual([0, null])
})
