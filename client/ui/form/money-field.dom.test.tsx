import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { MoneyField } from './money-field.tsx'

function Tip() {
  const [typed, setTyped] = useState('')
  return <MoneyField label="Your tip" value={typed} onChange={setTyped} />
}

test('an amount with a comma stays as it was typed, and the field says what it comes to', async () => {
  show(<Tip />)
  const field = page.getByLabelText('Your tip')
  await field.click()
  await userEvent.keyboard('7,50')
  await expect.element(field).toHaveValue('7,50')
  await expect.element(page.getByText('That is $7.50.')).toBeVisible()
  await userEvent.keyboard('0')
  await expect.element(page.getByText('That is', { exact: false })).not.toBeInTheDocument()
})
