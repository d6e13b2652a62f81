import { beforeEach, expect, test, vi } from 'vitest'
import { besideSnapshot } from './whole-screen.ts'

const pressed = vi.fn((event: Event) => event.preventDefault())

/** Starts the app beside a snapshot on which a link was pressed. */
function start() {
  document.body.innerHTML = '<div id="root" data-snapshot><a href="/ask" data-pressed>Ask</a></div>'
  const snapshot = document.getElementById('root') as HTMLElement
  const screen = besideSnapshot(snapshot)
  screen.onclick = pressed
  const stand = () => {
    screen.innerHTML = '<a href="/ask">Ask</a>'
    dispatchEvent(new Event('infield:whole'))
  }
  return { snapshot, screen, stand }
}

beforeEach(() => {
  pressed.mockClear()
})

test('the screen replaces the snapshot once it is whole, and the press is repeated on it, once', () => {
  const { snapshot, screen, stand } = start()
  expect(snapshot.isConnected).toBe(true)
  stand()
  expect(document.getElementById('root')).toBe(screen)
  expect(pressed).toHaveBeenCalledOnce()
  stand()
  expect(pressed).toHaveBeenCalledOnce()
})

test('a screen that is not whole in time takes over without the press, also later', () => {
  vi.useFakeTimers()
  const { screen, stand } = start()
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  expect(document.getElementById('root')).toBe(screen)
  stand()
  expect(pressed).not.toHaveBeenCalled()
})
