import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { StatusLine } from './status-line.tsx'

const LINE = (
  <StatusLine icon="warning" live>
    What you type is not saved.
  </StatusLine>
)

test('a live line is there before its words, so that screen readers read them', async () => {
  show(LINE)
  const line = page.getByRole('status')
  expect(line.element().textContent).toBe('')
  await expect.element(line).toHaveTextContent('What you type is not saved.')
})

test('a line that is not live, and any in a page from the server, has its words from the start', () => {
  show(<StatusLine icon="card">Paid</StatusLine>)
  expect(page.getByText('Paid').elements()).toHaveLength(1)
  expect(renderToString(LINE)).toContain('What you type is not saved.')
})
