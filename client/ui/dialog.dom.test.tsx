import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './form/text-field.tsx'
import { ToastRegion } from './toast-region.tsx'
import { showToast } from './toasts.ts'

type AskingProps = { isDismissible?: boolean; isFocusClaimed?: boolean; onClose?: () => void }

/** A page with one button, which opens a dialog with a field and a button. */
function Asking({ isDismissible, isFocusClaimed, onClose }: AskingProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    onClose?.()
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={isOpen}
        onClose={close}
        dismissible={isDismissible}
        title="Are you sure?"
        footer={<Button>Yes</Button>}
      >
        <TextField label="Why?" data-autofocus={isFocusClaimed || undefined} />
      </Dialog>
      <ToastRegion base />
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
const open = page.getByRole('button', { name: 'Open' })

test('the focus begins at the title, goes round inside the dialog, and comes back to what opened it', async () => {
  show(<Asking />)
  await open.click()
  await expect.element(page.getByRole('heading', { name: 'Are you sure?' })).toHaveFocus()
  const met: (string | null)[] = []
  for (let press = 0; press < 8; press += 1) {
    await userEvent.tab()
    const { activeElement } = document
    // After the last element the browser itself has the focus for a moment, but never the page below the dialog.
    expect(activeElement === document.body || dialog.element().contains(activeElement)).toBe(true)
    if (activeElement !== document.body) met.push(activeElement?.tagName ?? null)
  }
  expect(met.slice(0, 3)).toEqual(['BUTTON', 'INPUT', 'BUTTON'])
  open.element().focus()
  expect(document.activeElement).not.toBe(open.element())
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
})

test('a field that claims the focus has it', async () => {
  show(<Asking isFocusClaimed />)
  await open.click()
  await expect.element(page.getByLabelText('Why?')).toHaveFocus()
})

test('Escape, the close button and a press outside each close it once', async () => {
  const onClose = vi.fn()
  show(<Asking onClose={onClose} />)
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.click({ position: { x: 5, y: -100 }, force: true }),
  ]
  for (const [count, leave] of ways.entries()) {
    await open.click()
    await expect.element(dialog).toBeVisible()
    await expect.poll(() => getComputedStyle(dialog.element()).pointerEvents).toBe('auto')
    await leave()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(onClose).toHaveBeenCalledTimes(count + 1)
  }
})

test('where leaving would lose something, a press outside does nothing, and Escape still asks', async () => {
  const onClose = vi.fn()
  show(<Asking isDismissible={false} onClose={onClose} />)
  await open.click()
  await expect.poll(() => getComputedStyle(dialog.element()).pointerEvents).toBe('auto')
  await dialog.click({ position: { x: 5, y: -100 }, force: true })
  await expect.element(dialog).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a toast is said inside the dialog that is open, where it can be reached, and below once that is closed', async () => {
  show(<Asking />)
  await open.click()
  await expect.element(dialog).toBeVisible()
  showToast({ text: 'Kept on this device.' })
  await expect.element(dialog.getByText('Kept on this device.')).toBeVisible()
  expect(page.getByText('Kept on this device.').elements()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Kept on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('Kept on this device.')).not.toBeInTheDocument()
})

test('the second tap of a double one does not answer the question that came up under it', async () => {
  const answer = vi.fn()
  const close = vi.fn()
  show(
    <Dialog open title="Decline this request?" onClose={close}>
      <button type="button" onClick={answer}>
        Decline request
      </button>
    </Dialog>,
  )
  const button = page.getByRole('button', { name: 'Decline request' })
  const dialog = page.getByRole('dialog').element()
  const { left, top, width, height } = button.element().getBoundingClientRect()
  const hit = () => document.elementFromPoint(left + width / 2, top + height / 2)
  expect(dialog.contains(hit())).toBe(false)
  await button.click()
  expect(answer).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
})

test('what a dialog asks stays inside it, however many answers there are', async () => {
  await page.viewport(1_440, 900)
  const answers = ['Sign out and delete them', 'Send them first', 'Stay signed in']
  show(
    <Dialog
      open
      title="Not everything has been sent"
      onClose={() => {}}
      footer={answers.map((answer) => <Button key={answer}>{answer}</Button>)}
    >
      3 videos are on this device.
    </Dialog>,
  )
  const box = page.getByRole('dialog').element().getBoundingClientRect()
  for (const answer of answers) {
    const { left, right } = page.getByRole('button', { name: answer }).element().getBoundingClientRect()
    expect([left >= box.left, right <= box.right], answer).toEqual([true, true])
  }
})

test('in a window that is zoomed to 300 % what a dialog says and each of its answers can be scrolled to', async () => {
  await page.viewport(455, 208)
  const answers = ['Stay signed in', 'Send them first', 'Sign out and delete them']
  show(
    <Dialog
      open
      title="Not everything has been sent"
      onClose={() => {}}
      footer={answers.map((answer) => <Button key={answer}>{answer}</Button>)}
    >
      <p>
        3 videos are on this device and have not been sent. If you sign out now they are deleted, and nobody
        can bring them back.
      </p>
    </Dialog>,
  )
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('button', { name: 'Stay signed in' })).toBeInViewport({ ratio: 0.9 })
  const words = page.getByText('3 videos are on this device')
  words.element().scrollIntoView()
  await expect.element(words).toBeInViewport({ ratio: 0.9 })
})
