import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { listDrafts, saveDraft } from '../../store/drafts.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import type { Answers } from '../../testing/answers.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, goOffline, goOnline, refused, settleEverything } from '../../testing/server.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'
import { preparedAskOf } from './ask-calls.ts'
import { type AskDraft, emptyDraft, LAST_STEP } from './ask-draft.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })

const OPEN: Answers['askStatus'] = {
  ...{ state: 'open', reason: null, video: null, videoRefusal: null },
  ...{ hold: 'pending', viewPath: null, correctableEmail: null },
}

/** Opens the wizard for a fan whose bank has sent them back. The server tells `status`, which the test changes. */
async function comeBack(change: Partial<AskDraft> = {}, before = async (_draft: AskDraft) => {}) {
  const status: Answers['askStatus'] = { ...OPEN }
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
  await before(draft)
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  return { status, router, pushes, draft }
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

const subject = page.getByLabelText('Subject')
/** The take stays unsent here, so that no test has to take its bytes in. */
const take = {
  id: newId(),
  purpose: 'question',
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'file',
} as const
const submit = (draft: AskDraft) => appendAsk(openDevice('guest'), preparedAskOf(draft, INES.id, 0))
const left = async () => {
  const guest = openDevice('guest')
  const subjects = (await listDrafts(guest)).map(({ body }) => JSON.parse(body).subject)
  return [subjects, await guest.takes.count(), await guest.videos.count()]
}

test.each(['here', 'offline'])(
  'BR-2 D1 a submitted free video question is not discarded: its intent waits %s, its take stays',
  async (where) => {
    const kept = await keepTake(openDevice('guest'), {
      ...{ ...take, blob: new Blob(['a question']), questionId: newId(), recordedAt: 1, dueAt: null },
    })
    if (!kept.ok) throw new Error(kept.notSaved)
    await comeBack({ text: '', video: declaredOf(kept.value) }, async (draft) => {
      if (where === 'offline') goOffline()
      await submit(draft)
    })
    const said = 'You have submitted it. Starting fresh leaves it as it is.'
    await expect.element(page.getByText(said)).toBeVisible()
    await startFresh.click()
    await expect.element(subject).toHaveValue('')
    expect(await left()).toEqual([['Starting blocks'], 1, 1])
  },
)

test('S1-4.25 one that was submitted since it was offered is followed', async () => {
  const { status, draft } = await comeBack()
  await expect.element(page.getByText('Starting fresh discards it.')).toBeVisible()
  status.isWanted = true
  await submit(draft)
  await startFresh.click()
  await expect.element(page.getByRole('heading', { name: 'Sending your question' })).toBeVisible()
  expect((await left())[0]).toEqual(['Starting blocks'])
})

test('S1-4.25 a free one that the server says is submitted is followed, with no intent of this device', async () => {
  await comeBack({}, async () => {
    answer('askStatus', { ...OPEN, hold: 'none', isWanted: true })
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sending your question' })).toBeVisible()
})

test('S1-4.25 one whose video another device still has is not called ours: it can be recorded again', async () => {
  await comeBack({}, async () => {
    answer('askStatus', { ...OPEN, hold: 'none', isWanted: true, video: 'expected' })
    answer('prepareAsk', refused('video-not-there'))
  })
  await expect
    .element(page.getByText('You have submitted it. Starting fresh leaves it as it is.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await settled()
  await expect.element(page.getByRole('heading', { name: 'Sending your question' })).not.toBeInTheDocument()
})

test.each([
  ['offline', goOffline],
  ['after its session', () => answer('askStatus', refused('sign-in-first'))],
])('D97 one whose card may be held is left as it is, %s', async (_name, before) => {
  await comeBack({}, async () => void before())
  await expect
    .element(page.getByText('We cannot check now whether it was sent.', { exact: false }))
    .toBeVisible()
  await startFresh.click()
  await expect.element(subject).toHaveValue('')
  expect((await left())[0]).toEqual(['Starting blocks'])
})

test('BR-2 the request page begins a new question beside a submitted one, which stays, and says so', async () => {
  await comeBack({ page: 'request' })
  await openScreen('/request/ines')
  await expect.element(subject).toHaveValue('Starting blocks')
  goOffline()
  const [row] = await listDrafts(openDevice('guest'))
  await submit(JSON.parse(row?.body ?? ''))
  await startFresh.click()
  await expect.element(subject).toHaveValue('')
  await expect
    .element(page.getByText('You have submitted the question you wrote before, so we leave it as it is.'))
    .toBeVisible()
  expect((await left())[0]).toEqual(['Starting blocks'])
})

test('BR-2 what is typed on the request page after Start fresh stays, however late the server answers', async () => {
  const asker = { ...emptyDraft('').asker, firstName: 'Ada' }
  await comeBack({ page: 'request', asker })
  await openScreen('/request/ines')
  await expect.element(subject).toHaveValue('Starting blocks')
  const told = Promise.withResolvers<void>()
  const looks = answer('askStatus', () => told.promise.then(() => OPEN))
  await startFresh.click()
  await subject.fill('Pacing')
  await expect.poll(() => looks.length).toBe(1)
  expect((await left())[0]).toContain('Starting blocks')
  told.resolve()
  await expect.poll(async () => (await left())[0]).toEqual(['Pacing'])
  await expect.element(subject).toHaveValue('Pacing')
  await expect.element(page.getByLabelText('First name')).toHaveValue('Ada')
  expect(startFresh.query()).toBeNull()
})

const sending = page.getByRole('heading', { name: 'Sending your question' })

test('BR-2 a submitted question opened offline is followed to its end once the network is back', async () => {
  const { status } = await comeBack({}, async (draft) => {
    goOffline()
    await submit(draft)
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sending).toBeVisible()
  Object.assign(status, { state: 'asked', viewPath: '/view/token' })
  goOnline()
  await expect.element(page.getByRole('link', { name: 'Follow your question' })).toBeVisible()
  await expect.poll(() => openDevice('guest').drafts.count()).toBe(0)
})

test('D97 one opened offline whose card turns out not to be held asks for the card once the network is back', async () => {
  answer('prepareAsk', refused('video-not-there'))
  await comeBack({}, async (draft) => {
    goOffline()
    await appendAsk(openDevice('guest'), preparedAskOf(draft, INES.id, 2_000))
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sending).toBeVisible()
  goOnline()
  await expect.element(page.getByRole('button', { name: /^Hold .* and submit$/ })).toBeVisible()
})

test('S1-4.25 one that was submitted is told no other price while it is sent', async () => {
  const to = { username: 'ines', firstName: 'Ines' }
  await comeBack({ to, shown: { priceCents: 0, promo: false }, firstTime: false }, submit)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sending).toBeVisible()
  await settled()
  expect(page.getByText('This has changed').query()).toBeNull()
})
