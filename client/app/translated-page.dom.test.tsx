import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, show } from '../testing/open-screen.tsx'
import { athlete, sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'
import { translatePage } from '../testing/translator.ts'
import { Button } from '../ui/button.tsx'

const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })

let press = () => {}

function Saving() {
  const [count, setCount] = useState(0)
  press = () => setCount(count + 1)
  return (
    <Button loading={count % 2 === 1} icon="check">
      {count < 2 ? 'Save' : 'Saved'}
      {count === 2 && ' and sent'}
    </Button>
  )
}

test('a button that was translated turns busy and idle, and its words change', async () => {
  show(<Saving />)
  onTestFinished(translatePage())
  await expect.poll(() => document.querySelector('button font font')).toBeTruthy()
  press()
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true')
  press()
  await expect.element(button('Saved and sent')).not.toHaveAttribute('aria-busy')
  press()
  await expect.element(button('Saved')).toHaveAttribute('aria-busy', 'true')
})

let count = (_to: number) => {}

function Counter() {
  const [left, setLeft] = useState(3)
  count = setLeft
  return (
    <p>
      {left} answers to send{left < 3 && ', the rest is here'}
    </p>
  )
}

test('what changes on a page that was translated is said as it is now, and what goes is gone', async () => {
  show(<Counter />)
  onTestFinished(translatePage())
  const line = () => document.querySelector('p')?.textContent
  await expect.poll(() => document.querySelectorAll('p > font').length).toBe(2)
  count(2)
  await expect.poll(line).toBe('2 answers to send, the rest is here')
  await expect.poll(() => document.querySelectorAll('p > font').length).toBe(3)
  count(4)
  await expect.poll(line).toBe('4 answers to send')
})

test('somebody signs in on a page that their browser translates', async () => {
  const { path } = await openScreen('/signin')
  onTestFinished(translatePage())
  const session = sessionOf('basic')
  answer('signIn', {})
  answer('session', session)
  replicate({})
  await page.getByLabelText('Your email address').fill('ada@infield.test')
  await page.getByLabelText('Your password').fill('a long password')
  await button('Sign in').click()
  await expect.poll(path).toBe('/dashboard')
  await expect.element(main.getByRole('heading').first()).toBeVisible()
})

test('a question is written on a page that the browser translates', async () => {
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  await openScreen('/ask/ines')
  onTestFinished(translatePage())
  await button('Ask a Question').first().click()
  await page.getByLabelText('Subject').fill('Starting blocks')
  await page.getByLabelText('Your question').fill('How far apart do you set them?')
  await button('Next').click()
  await expect.element(page.getByLabelText('First name')).toBeVisible()
  await button('Back').click()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Starting blocks')
})
