import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import type { Answers } from '../../testing/answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, goOffline, goOnline, pushedNames, settleEverything } from '../../testing/server.ts'
import { preparedAskOf } from '../asking/ask-calls.ts'
import { type AskDraft, emptyDraft, LAST_STEP, nextDraft } from '../asking/ask-draft.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'

// No test here has to take a video's bytes in: every upload stays under way.
vi.mock('../../store/upload/uploads.ts', () => ({ sendTakes: async () => ({ left: 'nothing' }) }))

const INES = athlete({ username: 'ines', firstName: 'Ines', priceCents: 0 })
const OPEN: Answers['askStatus'] = {
  ...{ state: 'open', reason: null, video: 'expected', videoRefusal: null },
  ...{ hold: 'none', viewPath: null, correctableEmail: null },
}

/** Keeps the draft of a free question on video on this device, as the server has stored it. */
async function keepFilmed(change: Partial<AskDraft>): Promise<AskDraft> {
  const [device, id] = [openDevice('guest'), newId()]
  const take = {
    id: newId(),
    purpose: 'question',
    type: 'video/mp4',
    durationMs: 9_000,
    source: 'file',
  } as const
  const more = { blob: new Blob(['a question']), questionId: id, recordedAt: 1, dueAt: null }
  const kept = await keepTake(device, { ...take, ...more })
  if (!kept.ok) throw new Error(kept.notSaved)
  const asker = { firstName: 'Ada', lastName: 'Berg', birthDate: '1996-04-12', countryCode: 'NO' }
  const written = {
    ...emptyDraft(id, { ...asker, city: 'Bergen', email: 'ada@infield.test' }),
    ...{ subject: 'Starting blocks', video: declaredOf(kept.value), firstTime: false, ...change },
  }
  const draft = nextDraft(written, { type: 'prepared', words: written })
  await saveDraft(device, { id, athleteId: INES.id, body: JSON.stringify(draft) })
  return draft
}

const submit = (draft: AskDraft) => appendAsk(openDevice('guest'), preparedAskOf(draft, INES.id, 0))
const sending = page.getByRole('heading', { name: 'Sending your request' })
const subject = page.getByLabelText('Subject')
const videosLeft = () => openDevice('guest').takes.count()

test.each([
  ['here', true, () => {}],
  ['offline', true, goOffline],
  ['at the server alone', false, () => {}],
])(
  'BR-2 D1 a submitted request whose video is not sent yet stays as it is: it waits %s',
  async (_where, isHere, cut) => {
    answer('athlete', INES)
    answer('askStatus', { ...OPEN, isWanted: true })
    const pushes = settleEverything()
    const draft = await keepFilmed({ page: 'request' })
    if (isHere) await submit(draft)
    await openScreen('/request/ines')
    cut()
    await expect.element(sending).toBeVisible()
    await expect.element(page.getByText('Video, 0:09')).toBeVisible()
    expect(
      [
        subject,
        ...['Change video', 'Cancel request', 'Start fresh'].map((name) =>
          page.getByRole('button', { name }),
        ),
      ].map((control) => control.query()),
    ).toEqual([null, null, null, null])
    goOnline()
    await expect.poll(() => pushedNames(pushes)).toEqual(['question.ask'])
    await expect
      .poll(async () => (await openDevice('guest').takes.toArray()).map(({ state }) => state))
      .toEqual(['queued'])
  },
)

test('one whose video only another device has can be recorded again', async () => {
  answer('athlete', INES)
  answer('askStatus', { ...OPEN, isWanted: true })
  settleEverything()
  await keepFilmed({ page: 'request', video: null, text: 'How far apart?' })
  await openScreen('/request/ines')
  await expect.element(subject).toHaveValue('Starting blocks')
})

test.each(['/request/ines', '/ask/ines'])(
  'BR-2 D1 no other tab discards the video that a submitted question waits for, on %s',
  async (address) => {
    answer('athlete', INES)
    answer('askStatus', OPEN)
    settleEverything()
    const isWizard = address.startsWith('/ask')
    const draft = await keepFilmed(isWizard ? {} : { page: 'request' })
    await openScreen(address)
    if (isWizard) {
      await page.getByRole('button', { name: 'Ask a Question' }).first().click()
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    const changeVideo = page.getByRole('button', { name: 'Change video' })
    await expect.element(changeVideo).toBeVisible()
    await submit(draft)
    await subject.fill('Other words')
    if (isWizard) await changeVideo.click()
    else {
      await page.getByText('Text', { exact: true }).click()
      await page.getByRole('button', { name: 'Delete it' }).click()
    }
    const said = page.getByText('You have submitted this question, so its video stays as it is.')
    await expect.element(said).toBeVisible()
    await expect.element(changeVideo).toBeVisible()
    expect(await videosLeft()).toBe(1)
  },
)

// The last test, because the app goes on following its question after it.
test('S1-4.20 S1-4.21 Back leaves the wizard from the moment of submission, and the video stays', async () => {
  answer('athlete', INES)
  answer('askStatus', () => ({ ...OPEN, isWanted: pushedNames(pushes).includes('question.ask') }))
  const pushes = settleEverything()
  const { questionId } = await keepFilmed({ step: LAST_STEP })
  const nothing = { amountCents: 0, hold: 'none', clientSecret: null, paymentIntentId: null } as const
  answer('prepareAsk', { questionId, firstTime: false, ...nothing })
  const { router } = await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await expect.element(back).toBeVisible()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect.element(back).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Edit' }).query()).toBeNull()
  router.history.back()
  await expect.element(page.getByText('Your question is being sent.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(await videosLeft()).toBe(1)
})
