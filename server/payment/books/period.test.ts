import { expect, test } from 'vitest'
import { daysOf } from './period.ts'

const at = (moment: string) => new Date(moment)

test('a period is whole days with the last one, and nothing moves in one that ends before it begins', () => {
  expect(daysOf({ from: '2028-02-28', until: '2028-02-29' })).toEqual({
    from: at('2028-02-28T00:00Z'),
    to: at('2028-03-01T00:00Z'),
  })
  const begins = at('2026-12-31T00:00Z')
  expect(daysOf({ from: '2026-12-31', until: '2026-01-01' })).toEqual({ from: begins, to: begins })
})
