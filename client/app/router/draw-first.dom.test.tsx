import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'

test('the frame that shows a tap is drawn before the next screen is rendered', async () => {
  const { router } = await openScreen('/about')
  await router.preloadRoute({ to: '/join' })
  const heading = () => document.querySelector('h1')?.textContent
  const before = heading()
  const drawn = new Promise((resolve) => requestAnimationFrame(() => resolve(heading())))
  const pressed = router.navigate({ to: '/join' })
  expect(await drawn).toBe(before)
  await pressed
  await expect.element(page.getByRole('heading', { level: 1 })).not.toHaveTextContent(before ?? '')
})
