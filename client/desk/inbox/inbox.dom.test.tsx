import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InboxItem } from '../../../sync/desk/lists.ts'
import { FEEDBACK_STATUSES } from '../../../sync/forms/form-limits.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, settleEverything, tellReady } from '../../testing/server.ts'

test('a link to a message that is not there does not say that nobody ever wrote', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskInbox', { items: [], more: false })
  const only = newId()
  await openScreen(`/admin?tab=feedback&id=${only}`)
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  expect(asked.at(-1)?.body).toMatchObject({ only })
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(page.getByText('Nothing here yet')).toBeVisible()
})

const ITEM: InboxItem = {
  ...{ id: newId(), createdAt: Date.UTC(2026, 10, 3), status: 'New', notes: 'Wrote to her.' },
  ...{ content: 'It hangs.', firstName: 'Ana', lastName: 'Roy', username: 'anaroy', personId: null },
  ...{ email: null, subject: null, questionId: null, city: null, countryCode: null },
  ...{ socialPlatform: null, socialAccount: null, sport: null, position: null },
}

test('what was saved here stands, and is not called somebody else’s, while the list is looked at again', async () => {
  answer('session', sessionOf('admin'))
  answer('deskInbox', { items: [ITEM], more: false })
  settleEverything()
  await openScreen('/admin?tab=feedback')
  await page.getByRole('button', { name: 'anaroy' }).click()
  let show: (items: InboxItem[]) => void = () => {}
  answer('deskInbox', () => new Promise((resolve) => (show = (items) => resolve({ items, more: false }))))
  await page.getByLabelText('Admin notes').fill('She answered.')
  await page.getByRole('button', { name: 'Update Notes' }).click()
  await expect.element(page.getByText('The notes were saved.')).toBeVisible()
  expect(page.getByText('Somebody else changed the notes').elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'Update Notes' })).toBeDisabled()

  show([{ ...ITEM, notes: 'Called her.' }])
  await expect.element(page.getByText('Somebody else changed the notes to: “Called her.”')).toBeVisible()
  await page
    .getByRole('region', { name: 'The feedback' })
    .getByLabelText('Status')
    .selectOptions('Awaiting Response')
  await expect.element(page.getByText('The status was changed.')).toBeVisible()
  await expect.element(page.getByText('Somebody else changed the notes to: “Called her.”')).toBeVisible()
})

test('the open message and the notes being typed stay when its new status takes it out of the list', async () => {
  answer('session', sessionOf('admin'))
  let row = ITEM
  answer('deskInbox', ({ body }) => {
    const { status, only } = body as { status: string | null; only: string | null }
    const isWanted = (status === null || status === row.status) && (only === null || only === row.id)
    return { items: isWanted ? [row] : [], more: false }
  })
  await openScreen('/admin?tab=feedback&status=New')
  await page.getByRole('button', { name: 'anaroy' }).click()
  const pane = page.getByRole('region', { name: 'The feedback' })
  await pane.getByLabelText('Admin notes').fill('She answered.')
  answer('push', ({ body }) => {
    const { intents } = body as PushRequest
    for (const { args } of intents) row = { ...row, ...(args as { now: Partial<InboxItem> }).now }
    return { outcomes: intents.map(({ id }) => ({ id, state: 'settled' as const, value: {} })) }
  })
  await pane.getByLabelText('Status').selectOptions('Completed')
  await expect.element(page.getByText('Nothing matches')).toBeInTheDocument()
  await expect.element(pane.getByLabelText('Admin notes')).toHaveValue('She answered.')
  await expect.element(pane.getByLabelText('Status')).toHaveValue('Completed')
  // Another admin's change also reaches a message that is no longer listed.
  row = { ...row, status: 'Awaiting Response' }
  tellReady()
  await expect.element(pane.getByLabelText('Status')).toHaveValue('Awaiting Response')
  await expect.element(pane.getByLabelText('Admin notes')).toHaveValue('She answered.')
  await pane.getByRole('button', { name: 'Back' }).click()
  await expect.element(pane).not.toBeInTheDocument()
  await openScreen(`/admin?tab=feedback&id=${ITEM.id}`)
  await expect.element(pane.getByLabelText('Admin notes')).toHaveValue('She answered.')
})

test('S2-2.125 a status that an arrow key only passes is not saved, and the field keeps the focus', async () => {
  answer('session', sessionOf('admin'))
  answer('deskInbox', { items: [ITEM], more: false })
  const pushes = settleEverything()
  const statuses = () =>
    pushes.flatMap(({ body }) =>
      (body as PushRequest).intents.map(({ args }) => (args as { now: Partial<InboxItem> }).now.status),
    )
  await openScreen('/admin?tab=feedback')
  await page.getByRole('button', { name: 'anaroy' }).click()
  const status = page.getByRole('region', { name: 'The feedback' }).getByLabelText('Status')
  status.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(status).toHaveValue(FEEDBACK_STATUSES[2])
  await expect.element(page.getByText('Press Enter or leave the field')).toBeVisible()
  expect(pushes).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The status was changed.')).toBeVisible()
  await expect.element(status).toHaveFocus()
  expect(statuses()).toEqual([FEEDBACK_STATUSES[2]])
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('{Escape}')
  await expect.element(status).toHaveValue(FEEDBACK_STATUSES[2])
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('{Tab}')
  await expect.poll(statuses).toEqual([FEEDBACK_STATUSES[2], FEEDBACK_STATUSES[1]])
})

test('the status that leaving the field settles and the notes whose button is pressed are both saved', async () => {
  answer('session', sessionOf('admin'))
  answer('deskInbox', { items: [ITEM], more: false })
  const pushes = settleEverything()
  const changes = () =>
    pushes.flatMap(({ body }) =>
      (body as PushRequest).intents.map(({ args }) => (args as { now: object }).now),
    )
  await openScreen('/admin?tab=feedback')
  await page.getByRole('button', { name: 'anaroy' }).click()
  await page.getByLabelText('Admin notes').fill('She answered.')
  const status = page.getByRole('region', { name: 'The feedback' }).getByLabelText('Status')
  status.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  // A window that loses the focus leaves it with the field.
  status.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await expect.element(page.getByText('Press Enter or leave the field')).toBeVisible()
  expect(pushes).toEqual([])
  await page.getByRole('button', { name: 'Update Notes' }).click()
  const first = { status: FEEDBACK_STATUSES[1], notes: ITEM.notes }
  await expect.poll(changes).toEqual([first, { ...first, notes: 'She answered.' }])
})
