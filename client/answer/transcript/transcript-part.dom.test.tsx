import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { noteCaptionsPulled } from '../../store/pulled.ts'
import { show } from '../../testing/open-screen.tsx'
import { goOffline } from '../../testing/server.ts'
import { TranscriptPart } from './transcript-part.tsx'

const outbox = () => openDevice('guest').outbox
const words = page.getByLabelText('What is said')
const save = page.getByRole('button', { name: 'Save', exact: true })
const add = page.getByRole('button', { name: 'Add captions' })
const change = page.getByRole('button', { name: 'Change captions' })

beforeEach(async () => {
  await outbox().clear()
  goOffline()
  show(<TranscriptPart answer={{ questionId: newId(), transcript: null }} />)
  await add.click()
  await words.fill('Set the blocks first.')
  await save.click()
})

test('BR-2 captions that wait to be sent are seen to wait, and changed rather than replaced', async () => {
  await expect.element(page.getByText('Your captions: Waiting for network')).toBeVisible()
  await change.click()
  await expect.element(words).toHaveValue('Set the blocks first.')
  await expect.element(save).toBeDisabled()
  await words.fill('Set the blocks first. Then breathe.')
  await save.click()
  await expect
    .poll(async () => (await outbox().toArray()).map(({ args }) => args.text))
    .toEqual(['Set the blocks first.', 'Set the blocks first. Then breathe.'])
  await change.click()
  await expect.element(words).toHaveValue('Set the blocks first. Then breathe.')
})

test('BR-2 captions that came second are kept, shown beside the ones that count, and saved over them or discarded', async () => {
  const questionId = newId()
  const showAs = (text: string) =>
    show(<TranscriptPart answer={{ questionId, transcript: { text, captions: null } }} />)
  const refuse = () =>
    outbox()
      .toCollection()
      .modify({ state: 'refused', refusal: { code: 'changed-meanwhile' } })
  const sent = async () => (await outbox().toArray()).map(({ args: { text, before } }) => [text, before])
  await outbox().clear()
  showAs('Old')
  await change.click()
  await words.fill('Mine')
  await save.click()
  await expect.poll(sent).toEqual([['Mine', 'Old']])
  await change.click()
  await words.fill('Mine, longer')
  await save.click()
  await expect.poll(sent).toContainEqual(['Mine, longer', 'Mine'])
  await refuse()
  showAs('Theirs')
  await expect.element(page.getByText(/^Your captions: Our team or another device/)).toBeVisible()
  await change.click()
  await expect.element(words).toHaveValue('Mine, longer')
  await expect.element(page.getByRole('blockquote')).toHaveTextContent('Theirs')
  await save.click()
  await expect.poll(sent).toEqual([['Mine, longer', 'Theirs']])
  await refuse()
  await page.getByRole('button', { name: 'Discard yours' }).click()
  await expect.poll(sent).toEqual([])
})

test('BR-2 captions that were refused are gone on with, and settled ones are shown before a pull brings them back', async () => {
  await expect.element(change).toBeVisible()
  await outbox()
    .toCollection()
    .modify({ state: 'refused', refusal: { code: 'captions-too-long' } })
  await expect.element(page.getByText(/^Your captions: Captions have .* at most\./)).toBeVisible()
  await change.click()
  await expect.element(words).toHaveValue('Set the blocks first.')
  await expect.element(save).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  // As the outbox dates it: a pass of another test's sender deletes entries that were settled long ago.
  const settledAt = Date.now()
  await outbox().toCollection().modify({ state: 'settled', refusal: null, settledAt })
  await expect.element(page.getByText(/^Your captions/)).not.toBeInTheDocument()
  await change.click()
  await expect.element(words).toHaveValue('Set the blocks first.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  // Asked for while they were on their way, the answer may be the one before them.
  await noteCaptionsPulled(openDevice('guest'), settledAt)
  await expect.element(change).toBeVisible()
  // Pulled since, it no longer has them: somebody has removed them.
  await noteCaptionsPulled(openDevice('guest'), settledAt + 1)
  await add.click()
  await expect.element(words).toHaveValue('')
})
