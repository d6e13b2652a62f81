import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { show } from '../../testing/open-screen.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const note = page.getByLabelText('Rejection note')
const offTopic = page.getByRole('button', { name: 'Off topic' })
const noGo = page.getByRole('button', { name: 'No-go topic' })
const reject = page.getByRole('button', { name: 'Reject', exact: true })

const showDialog = () =>
  show(
    <RejectDialog
      of={newId()}
      title="Reject this request?"
      effect="Femi is told by mail."
      goesTo="It is mailed"
      isBusy={false}
      hindrance={null}
      onReject={async () => false}
      onClose={() => {}}
    />,
  )

test('a digit fills an empty note, or changes a ready one, and leaves words that were typed', async () => {
  showDialog()
  await userEvent.keyboard('1')
  await expect.element(offTopic).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('2')
  await expect.element(noGo).toHaveAttribute('aria-pressed', 'true')
  await note.fill('Ask again next week.')
  reject.element().focus()
  await userEvent.keyboard('3')
  await expect.element(note).toHaveValue('Ask again next week.')
})

test('once single keys are switched off, no digit fills the note, and none is shown', async () => {
  localStorage.setItem('infield.desk-keys', 'off')
  showDialog()
  await expect.element(offTopic).toBeVisible()
  expect(offTopic.element().querySelector('kbd')).toBeNull()
  await userEvent.keyboard('1')
  await expect.element(note).toHaveValue('')
  await offTopic.click()
  await expect.element(offTopic).toHaveAttribute('aria-pressed', 'true')
})
