import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CountryName } from './country-name.tsx'

function place(html = ''): HTMLElement {
  const made = document.createElement('div')
  made.innerHTML = html
  document.body.append(made)
  onTestFinished(() => made.remove())
  return made
}

function Counted({ turn, onRendered }: { turn: number; onRendered: (turn: number) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each turn
  useEffect(() => {
    onRendered(turn)
  }, [turn])
  return <CountryName code="NO" />
}

test('the name that the server rendered stands, and no browser looks it up for a page that has it', async () => {
  const lookUp = vi.spyOn(Intl, 'DisplayNames')
  onTestFinished(() => lookUp.mockRestore())
  const page = place('<span>Norway, as the server knows it</span>')
  const rendered: number[] = []
  const root = hydrateRoot(page, <Counted turn={1} onRendered={(turn) => void rendered.push(turn)} />)
  await expect.poll(() => rendered).toEqual([1])
  root.render(<Counted turn={2} onRendered={(turn) => void rendered.push(turn)} />)
  await expect.poll(() => rendered).toEqual([1, 2])
  expect(page.textContent).toBe('Norway, as the server knows it')
  expect(lookUp).not.toHaveBeenCalled()
})

test('on a page that was not rendered it is looked up', async () => {
  const page = place()
  createRoot(page).render(<CountryName code="NO" />)
  await expect.poll(() => page.textContent).toBe('Norway')
})
