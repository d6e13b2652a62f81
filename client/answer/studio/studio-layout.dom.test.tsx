import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { StudioLayout } from './studio-layout.tsx'

const record = page.getByRole('button', { name: 'Record your answer' })

/** Renders a long question below the studio's header of 60 pixels, in a place that nothing else on the page moves. */
function showStudio(): void {
  const actions = (
    <>
      <Button size="large">Record your answer</Button>
      <Button tone="secondary">Choose a video</Button>
    </>
  )
  show(
    <div style={{ position: 'fixed', inset: '60px 0 0', overflowY: 'auto' }}>
      <StudioLayout actions={actions}>
        <h2>How do you breathe in waves?</h2>
        <p className="h-[900px] shrink-0">I swallow half the lake.</p>
      </StudioLayout>
    </div>,
  )
}

test('on a phone the actions stay within reach of a thumb', async () => {
  await page.viewport(390, 844)
  showStudio()
  await expect.element(record).toBeInViewport({ ratio: 1 })
})

test('in a window that is zoomed to 300 % the actions follow the question and do not cover it', async () => {
  await page.viewport(455, 208)
  showStudio()
  await expect.element(page.getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByText('I swallow half the lake.')).toBeInViewport()
  await expect.element(record).not.toBeInViewport()
  record.element().scrollIntoView()
  await expect.element(record).toBeInViewport({ ratio: 1 })
})
