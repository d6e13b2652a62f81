import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { keepTake } from '../../store/takes.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'
import { type AskDraft, emptyDraft } from './ask-draft.ts'

const subject = page.getByLabelText('Subject')
const question = page.getByLabelText('Your question')
const drafts = () => openDevice('guest').drafts

/** Changes the draft that is open here, as another tab of this browser would. */
async function writeInOtherTab(change: Partial<AskDraft>): Promise<void> {
  const [row] = await drafts().toArray()
  if (!row) throw new Error('no draft is kept')
  const body = JSON.stringify({ ...JSON.parse(row.body), ...change })
  await drafts().put({ ...row, body, savedAt: Date.now(), page: 'another' })
}

const kept = async () => (await drafts().toArray()).map(({ body }) => JSON.parse(body) as AskDraft)

test('BR-2 a guest writes on one question in two tabs, and neither overwrites what the other one has', async () => {
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await subject.fill('Starting blocks')
  await expect.poll(async () => (await kept()).map((draft) => draft.subject)).toEqual(['Starting blocks'])
  await writeInOtherTab({ text: 'How far apart do you set them?' })
  await expect.element(question).toHaveValue('How far apart do you set them?')
  await subject.fill('Blocks')
  await expect.poll(async () => (await kept())[0]?.subject).toBe('Blocks')
  expect(await kept()).toMatchObject([{ subject: 'Blocks', text: 'How far apart do you set them?' }])
})

test('BR-2 an amount that another tab changed is set up again before its card is asked for', async () => {
  const INES = athlete({ username: 'ines', firstName: 'Ines', priceCents: 2_000 })
  answer('athlete', INES)
  answer('askStatus', {
    ...{ state: 'open', viewPath: null, correctableEmail: null, reason: null, hold: 'pending' },
    ...{ video: null, videoRefusal: null },
  })
  const prepares = answer('prepareAsk', ({ body }) => {
    const { questionId, amountCents } = (body as { ask: { questionId: string; amountCents: number } }).ask
    const id = `hold of ${amountCents}`
    const toPay = { clientSecret: id, paymentIntentId: id, hold: 'pending' } as const
    return { questionId, amountCents, firstTime: false, ...toPay }
  })
  const asker = { firstName: 'Ada', lastName: 'Berg', birthDate: '1996-04-12', countryCode: 'NO' }
  const begun = {
    ...emptyDraft(newId(), { ...asker, city: 'Bergen', email: 'ada@infield.test' }),
    ...{ subject: 'Blocks', text: 'How far apart?', confirmed: true, step: 3 },
  }
  await drafts().put({ id: newId(), athleteId: INES.id, savedAt: Date.now(), body: JSON.stringify(begun) })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const submit = (amount: string) => page.getByRole('button', { name: `Hold ${amount} and submit` })
  await expect.element(submit('$20')).toBeEnabled()
  await writeInOtherTab({ offer: 'more', typedAmount: '50' })
  await expect.element(submit('$50')).toBeEnabled()
  await expect.poll(() => prepares.length).toBe(2)
  expect(prepares[1]?.body).toMatchObject({ ask: { amountCents: 5_000 } })
})

test('D1 an unused recording is offered until another tab discards it', async () => {
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  const [device, id, questionId] = [openDevice('guest'), newId(), newId()]
  const told = { id, purpose: 'question', questionId, dueAt: null, source: 'recorded' } as const
  const blob = new Blob(['a question'])
  await keepTake(device, { ...told, type: 'video/mp4', durationMs: 900, recordedAt: Date.now(), blob })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  const card = page.getByRole('region', { name: 'Unused recording' })
  await expect.element(card).toBeVisible()
  await device.takes.delete(id)
  await expect.element(card).not.toBeInTheDocument()
})

test('BR-2 words changed here after another tab sent the question stay, and it is said that it was sent', async () => {
  const INES = athlete({ username: 'ines', firstName: 'Ines', priceCents: 0 })
  answer('athlete', INES)
  answer('checkExistingUser', { conversationId: 'c', requesterUuid: 'r', firstTime: false, floorCents: 0 })
  answer('prepareAsk', refused('ask-closed'))
  answer('askStatus', {
    ...{ state: 'asked', viewPath: '/view/token', correctableEmail: null, reason: null, hold: 'none' },
    ...{ video: null, videoRefusal: null },
  })
  const asker = { firstName: 'Ada', lastName: 'Berg', birthDate: '1996-04-12', countryCode: 'NO' }
  const begun = {
    ...emptyDraft(newId(), { ...asker, city: 'Bergen', email: 'ada@infield.test' }),
    ...{ subject: 'Blocks', text: 'How far apart?', offer: 'none', confirmed: true, step: 3 },
  }
  const row = { id: newId(), athleteId: INES.id, savedAt: Date.now() }
  await drafts().put({ ...row, body: JSON.stringify(begun) })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Your words are safe: send them as a new question.')).toBeVisible()
  const [left] = await kept()
  expect(left).toMatchObject({ subject: 'Blocks', text: 'How far apart?', prepared: false })
  expect(left?.questionId).not.toBe(begun.questionId)
})
