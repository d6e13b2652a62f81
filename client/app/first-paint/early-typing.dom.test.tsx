import { startTransition, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { replayEarly } from './early-press.ts'

let heard: string | null = null

function Handle() {
  const [handle, setHandle] = useState('')
  const [presses, setPresses] = useState(0)
  heard = handle
  return (
    <>
      <input aria-label="Handle" value={handle} onChange={({ target }) => setHandle(target.value)} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Pressed {presses}
      </button>
    </>
  )
}

test('what is typed before the app has taken the page over is kept, through whatever changes after', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = '<input aria-label="Handle" value=""/><button type="button">Pressed <!-- -->0</button>'
  const field = page.getByLabelText('Handle')
  await field.fill('@somebody')
  let app: ReturnType<typeof hydrateRoot> | null = null
  startTransition(() => {
    app = hydrateRoot(root, <Handle />, { onRecoverableError: () => {} })
  })
  onTestFinished(() => {
    app?.unmount()
    root.remove()
  })
  await replayEarly(root)
  expect(heard).toBe('@somebody')
  await page.getByRole('button', { name: 'Pressed 0' }).click()
  await expect.element(page.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  await expect.element(field).toHaveValue('@somebody')
})
