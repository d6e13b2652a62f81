import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { Pane } from './panes.tsx'

function Requests() {
  const [of, look] = useState('one')
  return (
    <Pane
      label="The request"
      of={of}
      onBack={() => {}}
      footer={
        <button type="button" onClick={() => look('two')} className="sticky bottom-0">
          Approve
        </button>
      }
    >
      <h2>Request {of}</h2>
      <div className="h-[3000px]" />
    </Pane>
  )
}

test('the next one is looked at from its top, wherever the one before was left', async () => {
  await page.viewport(390, 844)
  show(<Requests />)
  window.scrollTo(0, 1_500)
  const head = () => page.getByRole('heading').element().getBoundingClientRect().top
  expect(head()).toBeLessThan(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByRole('heading', { name: 'Request two' })).toBeVisible()
  expect(head()).toBeGreaterThanOrEqual(0)
})
