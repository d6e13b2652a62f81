import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WaitingBar } from './waiting-bar.tsx'

const waiting = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `id ${n}`,
    subject: `Walk ${n + 1}`,
    decision: 'approve' as const,
    takesEffectAt: Date.now() + 9_000,
  }))

const bar = (count: number, isLooking = true) =>
  renderToString(<WaitingBar waiting={waiting(count)} onUndo={() => {}} isLooking={isLooking} areKeysOn />)

test('the last three of what can be taken back are shown, and how many more there are', () => {
  const shown = bar(10).replaceAll('<!-- -->', '')
  expect(shown.match(/Walk \d+(?=<\/span>)/g)).toEqual(['Walk 8', 'Walk 9', 'Walk 10'])
  expect(shown).toContain('7 more')
  // On a phone the bar shows only the last decision.
  expect(shown).toContain('9 more')
  expect(bar(1)).not.toContain('more')
})

test('on a phone the bar stands above the decisions of the request that is looked at', () => {
  expect(bar(1)).toContain('max-lg:bottom-[calc(')
  expect(bar(1, false)).not.toContain('max-lg:bottom-[calc(')
})
