import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { Pane, Panes, PlainTable } from './panes.tsx'

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

const ROWS = [{ id: 'one' }, { id: 'two' }]

function List() {
  const [selectedId, select] = useState<string | null>(null)
  return (
    <Panes
      isLooking={selectedId !== null}
      list={
        <PlainTable
          rows={ROWS}
          columns={[{ title: 'Name', cell: ({ id }) => `Request ${id}` }]}
          selectedId={selectedId}
          onSelect={select}
        />
      }
      pane={
        selectedId ? (
          <Pane key={selectedId} label="The request" of={selectedId} onBack={() => select(null)}>
            <button type="button" onClick={() => select('one')}>
              Next
            </button>
          </Pane>
        ) : (
          <p>Choose one.</p>
        )
      }
    />
  )
}

const row = (id: string) => page.getByRole('button', { name: `Request ${id}` })

test('where the pane replaces the list, it takes the focus of the row, which gets it back', async () => {
  await page.viewport(1_000, 700)
  show(<List />)
  row('two').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'The request' })).toHaveFocus()
  page.getByRole('button', { name: 'Back' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('two')).toHaveFocus()
})

test('after other entries were looked at in the pane, the row of the last one gets the focus', async () => {
  await page.viewport(1_000, 700)
  show(<List />)
  await row('two').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('region', { name: 'The request' })).toHaveFocus()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(row('one')).toHaveFocus()
})

test('beside its list a pane leaves the focus where it is', async () => {
  await page.viewport(1_280, 700)
  show(<List />)
  row('two').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'The request' })).toBeVisible()
  await expect.element(row('two')).toHaveFocus()
})

function Decided() {
  const [isNew, setNew] = useState(true)
  return (
    <Pane label="The request" of="one" onBack={() => {}}>
      {isNew && (
        <button type="button" onClick={() => setNew(false)}>
          Approve
        </button>
      )}
    </Pane>
  )
}

test('a button that is gone after its press leaves the focus in its pane', async () => {
  show(<Decided />)
  page.getByRole('button', { name: 'Approve' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'The request' })).toHaveFocus()
})
