import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import type { Answers } from '../../testing/answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { type AskDraft, emptyDraft, LAST_STEP } from './ask-draft.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })

/** Opens the wizard for a fan whose bank has sent them back. The server tells `status`, which the test changes. */
async function comeBack(change: Partial<AskDraft> = {}) {
  const status: Answers['askStatus'] = {
    ...{ state: 'open', reason: null, video: null, videoRefusal: null },
    ...{ hold: 'pending', viewPath: null, correctableEmail: null },
  }
  answer('athlete', INES)
  answer('askStatus', () => status)
  const pushes = settleEverything()
  const words = { subject: 'Starting blocks', text: 'How far apart do you set them?' }
  const draft = {
    ...emptyDraft(newId()),
    ...words,
    step: LAST_STEP,
    confirmed: true,
    prepared: true,
    ...change,
  }
  await saveDraft(openDevice('guest'), { id: newId(), athleteId: INES.id, body: JSON.stringify(draft) })
  const { router } = await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  return { status, router, pushes }
}

const startFresh = page.getByRole('button', { name: 'Start fresh' })

test('D97 a question whose card was held after all is not discarded: it is followed until it is asked', async () => {
  const { status } = await comeBack()
  await expect.element(startFresh).toBeVisible()
  status.hold = 'held'
  await startFresh.click()
  await expect.element(page.getByRole('heading', { name: 'Sending your question' })).toBeVisible()
  Object.assign(status, { state: 'asked', viewPath: '/view/token' })
  await expect.element(page.getByRole('link', { name: 'Follow your question' })).toBeVisible()
  await expect.poll(() => openDevice('guest').drafts.count()).toBe(0)
})

test('S1-4.20 Back leaves a question that is on its way, and says so', async () => {
  const { status, router, pushes } = await comeBack()
  status.hold = 'held'
  await page.getByRole('button', { name: 'Continue' }).click()
  const sending = page.getByRole('heading', { name: 'Sending your question' })
  await expect.element(sending).toBeVisible()
  await expect.poll(() => pushes.length).toBeGreaterThan(0)
  router.history.back()
  await expect.element(page.getByText('Your question is being sent.')).toBeVisible()
  await expect.element(sending).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('one that was given back is told so at whatever step it was left, and goes on from there', async () => {
  const { status } = await comeBack({ step: 0 })
  Object.assign(status, { state: 'released', reason: 'own-card', hold: 'released' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your question was not sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with my question' }).click()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Starting blocks')
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeEnabled()
})

test('one whose card is not held is discarded as it is said', async () => {
  await comeBack()
  await startFresh.click()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('')
  await expect.poll(() => openDevice('guest').drafts.count()).toBe(0)
})
