import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pass, stopTimers } from '../testing/clock.ts'
import { show } from '../testing/open-screen.tsx'
import { BusyButton } from './busy-button.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { useBusy } from './status/use-busy.ts'
import { ToastRegion } from './toast-region.tsx'

type SendingProps = { send: () => Promise<void> }

function Sending({ send }: SendingProps) {
  const [isBusy, run] = useBusy()
  return (
    <Button loading={isBusy} onClick={() => void run(send)}>
      Send
    </Button>
  )
}

/** Stays busy for ever once it was sent. */
function Form({ onSent }: { onSent: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSent()
    setBusy(true)
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" loading={isBusy}>
        Send
      </Button>
    </form>
  )
}

const send = page.getByRole('button', { name: 'Send' })

test('what takes a while is seen to be under way within a tenth of a second', async () => {
  const work = Promise.withResolvers<void>()
  stopTimers()
  show(<BusyButton onPress={() => work.promise}>Send</BusyButton>)
  await send.click()
  await expect.element(send).not.toHaveAttribute('aria-busy')
  pass(100)
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  work.resolve()
  await expect.element(send).not.toHaveAttribute('aria-busy')
})

test('a button that is pressed twice does its work once, and again once that is done', async () => {
  const works: PromiseWithResolvers<void>[] = []
  show(
    <Sending
      send={() => {
        const work = Promise.withResolvers<void>()
        works.push(work)
        return work.promise
      }}
    />,
  )
  await send.dblClick()
  expect(works).toHaveLength(1)
  works[0]?.resolve()
  await works[0]?.promise
  await expect.element(send).toBeEnabled()
  await send.click()
  expect(works).toHaveLength(2)
  works[1]?.resolve()
})

test('work that takes a while is told within a tenth of a second, and the button takes no press meanwhile', async () => {
  const work = Promise.withResolvers<void>()
  stopTimers()
  show(<Sending send={() => work.promise} />)
  await send.click()
  pass(79)
  await expect.element(send).not.toHaveAttribute('aria-busy')
  pass(1)
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  await expect.element(send).toBeDisabled()
  work.resolve()
  await expect.element(send).toBeEnabled()
})

test('a button that is busy keeps the focus, and sends its form no second time', async () => {
  const sent: string[] = []
  show(<Form onSent={() => sent.push('sent')} />)
  await send.click()
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  await expect.element(send).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByLabelText('Name').click()
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual(['sent'])
})

test('what was copied is said for two seconds, to a screen reader too', async () => {
  stopTimers()
  show(<CopyButton text="https://infield.test/ask/ada" label="Copy link" />)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied!')
  expect(await navigator.clipboard.readText()).toBe('https://infield.test/ask/ada')
  pass(1_999)
  await expect.element(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  pass(1)
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('')
})

test('without a clipboard the text is shown to be copied by hand', async () => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  show(
    <>
      <CopyButton text="https://infield.test/ask/ada" label="Copy link" />
      <ToastRegion base />
    </>,
  )
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByText('Copy this: https://infield.test/ask/ada')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  Reflect.deleteProperty(navigator, 'clipboard')
})
