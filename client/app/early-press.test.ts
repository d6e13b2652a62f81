import { afterEach, expect, test, vi } from 'vitest'
import { keepEarlyPress } from './early-press.ts'

/** As much of an element as a press needs. */
class Thing extends EventTarget {
  readonly click = vi.fn()
  readonly button: Thing | null
  constructor(button: Thing | null = null) {
    super()
    this.button = button
  }
  closest() {
    return this.button
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the last button pressed before the app answers is pressed once more when it does, and never again', () => {
  vi.stubGlobal('Element', Thing)
  const root = new EventTarget()
  const button = new Thing()
  const press = (target: Thing) => {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: target })
    root.dispatchEvent(event)
  }
  const early = keepEarlyPress(root as HTMLElement)
  press(new Thing(button))
  early.replay()
  early.replay()
  expect(button.click).toHaveBeenCalledTimes(1)
  const late = keepEarlyPress(root as HTMLElement)
  press(new Thing(button))
  press(new Thing(null))
  late.replay()
  expect(button.click).toHaveBeenCalledTimes(1)
})
