import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { Dialog } from './dialog.tsx'

const WORD = 'W'.repeat(100)
const WIDTH = 320

test('a word of a hundred letters makes no box wider than the narrowest phone', async () => {
  show(
    <div data-testid="box" className="grid gap-4" style={{ width: WIDTH }}>
      <ul className="grid gap-2">
        <li>{WORD}</li>
      </ul>
      <p className="grid place-content-center">middle</p>
    </div>,
  )
  await expect.element(page.getByText(WORD)).toBeVisible()
  expect(page.getByTestId('box').element().scrollWidth).toBe(WIDTH)
})

test('a dialog called by such a word still has its way out', async () => {
  await page.viewport(WIDTH, 640)
  show(
    <Dialog open title={`Ask ${WORD}`} onClose={() => {}}>
      What it is about.
    </Dialog>,
  )
  const close = page.getByRole('button', { name: 'Close' })
  await expect.element(close).toBeVisible()
  expect(close.element().getBoundingClientRect().right).toBeLessThanOrEqual(WIDTH)
})
