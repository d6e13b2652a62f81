import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answer, refused } from '../../testing/server.ts'

const line = vi.hoisted(() => Promise.withResolvers<void>())

vi.mock('../../question/view-screen.tsx', async (original) => {
  await line.promise
  return original()
})

test('a link whose screen is still on its way shows so at once, though it was loaded from the touch on', async () => {
  answer('view', refused('not-found'))
  const { router } = await openScreen('/about')
  const to = { to: '/view/$token', params: { token: 'a-link' } }
  const touched = router.preloadRoute(to)
  // Wait until the preloaded route has its data, which must not count as loaded before the screen is.
  await new Promise((resolve) => setTimeout(resolve))
  const pressed = router.navigate(to)
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  line.resolve()
  await Promise.all([touched, pressed])
  await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument()
})
