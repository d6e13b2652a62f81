import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskPicture } from '../../../sync/athlete/picture-request.ts'
import type { Block } from '../../../sync/desk/athletes.ts'
import type { DeskRole } from '../../../sync/roles.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, refuseEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { BlockedPage } from './blocked-page.tsx'
import { PicturesPage } from './pictures-page.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)
const picture: DeskPicture = {
  ...{ id: newId(), place: 'profile', state: 'brought', note: null, pictureId: newId() },
  ...{ personId: newId(), username: 'noraquist', name: 'Nora Quist', askedAt: NOW, broughtAt: NOW },
  currentUrl: null,
}
const block: Block = {
  ...{ id: newId(), email: 'spam@x.test', reason: 'Spam', by: 'Ida Owner', at: NOW, guestsOnly: false },
}

async function signIn(deskRole: DeskRole = 'owner') {
  const session = sessionOf('admin')
  answer('session', { ...session, person: session.person && { ...session.person, deskRole } })
  await refreshSession()
  refuseEverything('already-decided')
}

async function openPictures() {
  await signIn()
  answer('deskPictures', { rows: [picture] })
  showAtDesk(<PicturesPage />)
  await expect.element(page.getByText('Nora Quist')).toBeVisible()
  // another admin was faster
  answer('deskPictures', { rows: [] })
}

test.each(['Make it public', 'Withdraw'])(
  'a picture that somebody else has decided on is no longer shown after: %s',
  async (name) => {
    await openPictures()
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByText('No picture is wanted')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Pictures' })).toHaveFocus()
  },
)

test('nor after another picture was asked for', async () => {
  await openPictures()
  await page.getByRole('button', { name: 'Ask for another' }).click()
  await page.getByRole('dialog').getByLabelText('Why, and what would be better').fill('Too dark')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for another' }).click()
  await expect.element(page.getByText('No picture is wanted')).toBeVisible()
})

test('a block that somebody else has lifted is no longer shown', async () => {
  await signIn()
  answer('deskBlocks', { blocks: [block], more: false })
  showAtDesk(<BlockedPage />)
  await expect.element(page.getByText('spam@x.test')).toBeVisible()
  answer('deskBlocks', { blocks: [], more: false })
  await page.getByRole('button', { name: 'Lift' }).click()
  await expect.element(page.getByText('Nobody is blocked')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Blocked', exact: true })).toHaveFocus()
})

test('a screener, who may not sign others out, gets no form for it', async () => {
  answer('deskBlocks', { blocks: [], more: false })
  await signIn('screener')
  showAtDesk(<BlockedPage />)
  await expect.element(page.getByRole('heading', { name: 'Block an address' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Sign somebody out' }).query()).toBeNull()
})
