import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { CrashDetails } from './crash-details.tsx'

test('S1-2.50 S1-8.13 the stack is folded under Details, to be opened and copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show(<CrashDetails text="TypeError: lanes is not iterable at run.ts:3" />)
  const stack = page.getByText(/at run\.ts:3/)
  await expect.element(stack).not.toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect.element(stack).toBeVisible()
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(copied).toHaveBeenCalledWith('TypeError: lanes is not iterable at run.ts:3')
  copied.mockRestore()
})
