import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { RevealSection } from './reveal.tsx'

test('S1-2.46 in a window that is zoomed to 400 % a section higher than ten windows appears as well', async () => {
  await page.viewport(341, 152)
  show(
    <>
      <div className="h-[200vh]" />
      <RevealSection aria-label="Questions" className="h-[1200vh]" />
    </>,
  )
  const section = page.getByRole('region', { name: 'Questions' })
  await expect.element(section).toHaveAttribute('data-waiting')
  section.element().scrollIntoView()
  await expect.element(section).not.toHaveAttribute('data-waiting')
})
