import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SuggestionBox } from '../inquiry/suggestion-box.tsx'
import { openScreen, show } from '../testing/open-screen.tsx'
import { athlete } from '../testing/people.ts'
import { answer, goOffline } from '../testing/server.ts'
import { RequestCrash } from './crash.tsx'
import { storeNothing } from './no-storage.tsx'

beforeAll(() => storeNothing('blocked'))

test('where nothing outlasts the page, the wizard and the toast after it say so', async () => {
  const INES = athlete({ username: 'ines', firstName: 'Ines' })
  answer('athlete', INES)
  answer('athletes', { athletes: [INES], after: null, isNear: false })
  await openScreen('/ask/ines')
  await expect
    .element(page.getByText('This browser lets Infield keep nothing.', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByLabelText('Subject').fill('Starting blocks')
  goOffline()
  const dialog = page.getByRole('dialog')
  const offline = 'Offline. What you enter is here until you close or reload this page.'
  await expect.element(dialog.getByText(offline)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect
    .element(page.getByText('Your question is here until you close or reload this page.'))
    .toBeVisible()
})

test('the warning is in a region that was there before it, and without it the page has the focus', async () => {
  await openScreen('/about')
  const region = page.getByRole('status').filter({ hasText: 'This browser lets Infield keep nothing.' })
  await expect.element(region).toBeVisible()
  await region.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByRole('button', { name: 'Not now' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a form that waits there for a network says that the page has to stay open', async () => {
  answer('session', new Response(null, { status: 503 }))
  show(<SuggestionBox />)
  await page.getByLabelText('Their handle').fill('@ada')
  goOffline()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .element(page.getByText('Waiting for network. Keep this page open until it is sent.'))
    .toBeVisible()
})

test('a page that stopped working there says that a reload loses what was written', async () => {
  show(<RequestCrash />)
  await expect
    .element(page.getByText('What you wrote on it is gone once you reload it.', { exact: false }))
    .toBeVisible()
})
