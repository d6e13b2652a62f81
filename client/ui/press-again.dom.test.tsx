import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { markPresses } from '../app/first-paint/mark-presses.ts'
import { markFocus, pressAgain } from './press-again.ts'

const SNAPSHOT = `
  <nav><a href="/dashboard">Home</a><a href="/ask" target="_blank">Ask</a></nav>
  <ul><li><a href="/conversations/1"><b>Nora</b></a></li><li><a href="/conversations/2">Sam</a></li></ul>
  <button>More</button><button>More</button><button aria-label="Menu">☰</button>`

/** Puts a snapshot on the page, and makes the screen that replaces it, which notes what is pressed on it. */
function open(screenMarkup = SNAPSHOT, snapshotMarkup = SNAPSHOT) {
  document.body.innerHTML = `<div id="root">${snapshotMarkup}</div>`
  const snapshot = document.getElementById('root') as HTMLElement
  const screen = document.createElement('div')
  screen.innerHTML = screenMarkup
  const pressed = vi.fn((event: MouseEvent) => {
    event.preventDefault()
    const element = event.target as HTMLElement
    return [...screen.querySelectorAll('a, button')].indexOf(element)
  })
  screen.onclick = pressed
  markPresses(snapshot)
  const press = (selector: string, at = 0) =>
    userEvent.click(snapshot.querySelectorAll(selector)[at] as Element)
  const takeOver = () => {
    markFocus(snapshot)
    snapshot.replaceWith(screen)
    pressAgain(snapshot, screen)
    return pressed.mock.results.map(({ value }) => value)
  }
  const marked = () => [...snapshot.querySelectorAll('[data-pressed]')].map(({ outerHTML }) => outerHTML)
  return { snapshot, screen, press, takeOver, marked }
}

test('a link pressed on the snapshot is marked at once, goes nowhere yet, and is pressed on the screen', async () => {
  const address = location.href
  const { press, marked, takeOver } = open()
  await press('b')
  expect(marked()).toEqual([expect.stringContaining('/conversations/1')])
  expect(location.href).toBe(address)
  expect(takeOver()).toEqual([2])
})

test('the last press counts', async () => {
  const { press, marked, takeOver } = open()
  await press('a[href="/conversations/1"]')
  await press('a[href="/conversations/2"]')
  expect(marked()).toHaveLength(1)
  expect(takeOver()).toEqual([3])
})

test('of links with one address the one in the same place is pressed, or the first where there are fewer', async () => {
  const twice = '<a href="/ask">Ask</a><a href="/ask">Ask again</a>'
  const before = open(twice, twice)
  await before.press('a', 1)
  expect(before.takeOver()).toEqual([1])
  const after = open('<a href="/ask">Ask</a>', twice)
  await after.press('a', 1)
  expect(after.takeOver()).toEqual([0])
})

test('a button does nothing, because what it is about may have changed', async () => {
  const { press, marked, takeOver } = open()
  await press('button', 1)
  expect(marked()).toEqual([])
  expect(takeOver()).toEqual([])
})

test('a link that had the focus has it again', async () => {
  const { snapshot, takeOver, screen } = open()
  snapshot.querySelector<HTMLElement>('a[href="/conversations/2"]')?.focus()
  takeOver()
  expect(document.activeElement).toBe(screen.querySelector('a[href="/conversations/2"]'))
})

test('what the screen does not have any longer is not pressed', async () => {
  const { press, takeOver } = open('<a href="/dashboard">Home</a>')
  await press('a[href="/conversations/2"]')
  expect(takeOver()).toEqual([])
})

test('a press on nothing, and one that asks for a new window, are left to the browser', async () => {
  const { snapshot, marked, takeOver } = open()
  const opened = vi.fn((event: Event) => event.preventDefault())
  addEventListener('click', opened)
  const link = snapshot.querySelector('a') as HTMLElement
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
  const other = snapshot.querySelector('[target]') as HTMLElement
  other.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  removeEventListener('click', opened)
  expect(opened.mock.calls).toHaveLength(5)
  expect(marked()).toEqual([])
  expect(takeOver()).toEqual([])
})
