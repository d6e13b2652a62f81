import { expect, onTestFinished, test } from 'vitest'
import { show, unmount } from '../testing/open-screen.tsx'
import { useWakeLock } from './use-wake-lock.ts'

function Recording({ isOn }: { isOn: boolean }) {
  useWakeLock(isOn)
  return null
}

test('the screen stays on while something is recorded, also after the page was left for a moment', async () => {
  const locks: string[] = []
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock')
  const request = async () => {
    locks.push('on')
    return { release: async () => void locks.push('off') }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'wakeLock')
    expect(Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock')).toEqual(own)
  })
  show(<Recording isOn={false} />)
  expect(locks).toEqual([])
  show(<Recording isOn />)
  // In strict mode effects run twice, and the first lock is released.
  await expect
    .poll(() => locks.filter((lock) => lock === 'on').length - locks.filter((lock) => lock === 'off').length)
    .toBe(1)
  const before = locks.length
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => locks.length).toBe(before + 1)
  unmount()
  await expect.poll(() => locks.at(-1)).toBe('off')
})
