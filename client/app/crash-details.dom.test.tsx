import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { answer } from '../testing/server.ts'
import { CrashDetails } from './crash-details.tsx'

const STACK = 'TypeError: lanes is not iterable\n at run.ts:3'

test('S1-2.50 S1-8.13 the stack is folded under Details, to be opened and copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  // Answer in case the page reports its error. Only some pages do, chosen at random.
  answer('browserError', {})
  const error = Object.assign(new TypeError('lanes is not iterable'), { stack: STACK })
  show(<CrashDetails error={error} />)
  const stack = page.getByText(/at run\.ts:3/)
  await expect.element(stack).not.toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect.element(stack).toBeVisible()
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(copied).toHaveBeenCalledWith(STACK)
  copied.mockRestore()
})
