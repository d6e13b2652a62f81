import { expect, test, vi } from 'vitest'
import { settled, show, unmount } from '../../testing/open-screen.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useRequestForm } from './use-request-form.ts'

const loading = vi.hoisted(() => ({ ...Promise.withResolvers<never>(), isBegun: false }))
vi.mock('../../ui/toasts.ts', () => ({ showToast: vi.fn() }))
vi.mock('../../question/request/ask-request.tsx', () => {
  loading.isBegun = true
  return loading.promise
})

function Form() {
  useRequestForm(true)
  return null
}

test('a form that could not be loaded is not spoken of once its page is left', async () => {
  show(<Form />)
  window.dispatchEvent(new Event('scroll'))
  await expect.poll(() => loading.isBegun).toBe(true)
  unmount()
  loading.reject(new Error('no network'))
  await settled()
  expect(showToast).not.toHaveBeenCalled()
})
