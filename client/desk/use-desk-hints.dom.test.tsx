import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pass, stopTimers } from '../testing/clock.ts'
import { show } from '../testing/open-screen.tsx'
import { type DeskHint, useDeskHints } from './use-desk-hints.ts'

function Requests({ onHints }: { onHints: (hints: DeskHint[]) => void }) {
  useDeskHints(onHints)
  return <h1>Requests</h1>
}

test('where the stream tells nothing for a minute, the desk reads everything', async () => {
  const told: DeskHint[] = []
  stopTimers()
  show(<Requests onHints={(hints) => told.push(...hints)} />)
  await expect.element(page.getByRole('heading')).toBeVisible()
  pass(59_000)
  expect(told).toEqual([])
  pass(2_000)
  expect(told).toEqual(['everything'])
})
