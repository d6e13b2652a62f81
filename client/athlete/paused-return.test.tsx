import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PausedReturn } from './paused-return.tsx'

test('D82 a pause says the day on which questions are taken again', () => {
  expect(renderToStaticMarkup(<PausedReturn at={Date.UTC(2026, 10, 28)} />)).toContain(
    'New questions are welcome again from Nov 28, 2026',
  )
})
