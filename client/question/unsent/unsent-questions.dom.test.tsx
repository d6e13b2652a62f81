import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, goOffline, refused, replicate, settleEverything } from '../../testing/server.ts'
import { onTold } from '../../ui/toasts.ts'
import { preparedAskOf } from '../asking/ask-calls.ts'
import { type AskDraft, emptyDraft, LAST_STEP, readDraft } from '../asking/ask-draft.ts'
import { appendAsk } from '../resubmit/kept-ask.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })
const said = {
  reason: null,
  viewPath: null,
  hold: 'none',
  video: null,
  videoRefusal: null,
  correctableEmail: null,
} as const
const unsent = page.getByRole('region', { name: 'Not sent yet' })

function answerPage() {
  answer('athlete', INES)
  answer('athletes', { athletes: [INES], after: null, isNear: false })
  answer('myQuestions', { questions: [], now: Date.now() })
  settleEverything()
}

/** Sends the draft of the guest on this device as it is. */
async function send(draft: AskDraft): Promise<void> {
  await appendAsk(openDevice('guest'), preparedAskOf(draft, INES.id, 0))
}

test('S1-4.25 a fan who leaves a question on its way is told so', async () => {
  answerPage()
  answer('askStatus', { ...said, state: 'open' })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByLabelText('Subject').fill('Starting blocks')
  const kept = async () => readDraft((await openDevice('guest').drafts.toArray())[0]?.body ?? '')
  await expect.poll(async () => (await kept())?.subject).toBe('Starting blocks')
  const draft = await kept()
  if (draft) await send(draft)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Your question is being sent.')).toBeVisible()
})

test('S1-4.25 a question on its way is not called unsent, unless it is given back', async () => {
  answerPage()
  const asked = answer('askStatus', { ...said, state: 'open' })
  const words = { subject: 'Pacing', text: 'How fast?', to: { username: 'ines', firstName: 'Ines' } }
  const draft = { ...emptyDraft(newId()), ...words }
  const body = JSON.stringify(draft)
  await saveDraft(openDevice('guest'), { id: draft.questionId, athleteId: INES.id, body })
  await openScreen('/ask/ines')
  await expect.element(unsent).toBeVisible()
  await send(draft)
  await expect.element(unsent).not.toBeInTheDocument()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await settled()
  await expect.element(unsent).not.toBeInTheDocument()
  answer('askStatus', { ...said, state: 'released' })
  await openScreen('/ask/ines')
  await expect.element(unsent).toBeVisible()
})

test('S1-4.25 one that the server may have asked by itself is not called unsent, with a network or without', async () => {
  answerPage()
  const asked = answer('askStatus', { ...said, state: 'open', hold: 'held' })
  const words = { subject: 'Pacing', text: 'How fast?', to: { username: 'ines', firstName: 'Ines' } }
  const draft = { ...emptyDraft(newId()), ...words, prepared: true }
  const body = JSON.stringify(draft)
  await saveDraft(openDevice('guest'), { id: draft.questionId, athleteId: INES.id, body })
  await openScreen('/ask')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await settled()
  await expect.element(unsent).not.toBeInTheDocument()
  goOffline()
  await expect.element(unsent.getByText('Your question to Ines may have been sent')).toBeVisible()
  await unsent.getByRole('button', { name: 'Read or discard' }).click()
  await expect.element(page.getByText(/on this device and may have been sent/)).toBeVisible()
})

const SIGN_IN = 'Your question is saved on this device. Sign in to send it.'

test('S1-4.25 a submitted question that waits for a sign-in is said to, wherever it is spoken of', async () => {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  answerPage()
  replicate({})
  const free = { ...INES, priceCents: 0 }
  answer('athlete', free)
  answer('checkExistingUser', { conversationId: 'c', requesterUuid: 'r', firstTime: false, floorCents: 0 })
  answer('prepareAsk', ({ body }) => {
    const { questionId } = (body as { ask: { questionId: string } }).ask
    const nothing = { amountCents: 0, hold: 'none', clientSecret: null, paymentIntentId: null } as const
    return { questionId, firstTime: false, ...nothing }
  })
  const session = sessionOf('basic')
  answer('session', session)
  await openScreen('/about')
  for (const call of ['session', 'push', 'pull', 'askStatus'] as const) answer(call, refused('sign-in-first'))
  const words = { subject: 'Pacing', text: 'How fast?', offer: 'none', step: LAST_STEP } as const
  const draft = {
    ...emptyDraft(newId(), askerOf(session)),
    ...words,
    to: { username: 'ines', firstName: 'Ines' },
  }
  const device = openDevice(session.person?.id ?? '')
  await saveDraft(device, { id: draft.questionId, athleteId: INES.id, body: JSON.stringify(draft) })
  const { router } = await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your question is not sent yet' })).toBeVisible()
  router.history.back()
  await expect.element(page.getByText(SIGN_IN)).toBeVisible()
  await expect.element(unsent.getByText('Sign in to send your question to Ines')).toBeVisible()
  await expect.element(unsent.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
  const offer = page.getByRole('button', { name: 'Sign in' })
  await expect.element(offer).toBeVisible()
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your question is not sent yet' })).toBeVisible()
  router.history.back()
  await expect.poll(() => told).toEqual([SIGN_IN, SIGN_IN])
  await expect.poll(() => offer.elements().length).toBe(1)
})

test('BR-2 a question whose athlete nobody here knows is listed, to be read or discarded', async () => {
  answerPage()
  const draft = { ...emptyDraft(newId()), subject: 'Pacing', text: 'How fast?' }
  await saveDraft(openDevice('guest'), { id: newId(), athleteId: newId(), body: JSON.stringify(draft) })
  await openScreen('/ask')
  await expect.element(unsent.getByRole('heading', { name: 'You began a question' })).toBeVisible()
  await expect.element(unsent.getByRole('link')).not.toBeInTheDocument()
  await unsent.getByRole('button', { name: 'Read or discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your question' })
  await expect.element(dialog.getByText('How fast?')).toBeVisible()
})

test('BR-2 a question that was sent from another device is not called unsent on this one', async () => {
  answerPage()
  replicate({})
  answer('askStatus', { ...said, state: 'asked' })
  const session = sessionOf('basic')
  answer('session', session)
  const device = openDevice(session.person?.id ?? '')
  const words = { subject: 'Pacing', text: 'How fast?', to: { username: 'ines', firstName: 'Ines' } }
  const id = newId()
  const body = JSON.stringify({ ...emptyDraft(id), ...words })
  await device.drafts.put({ id, athleteId: INES.id, savedAt: Date.now(), body })
  await device.toldDrafts.put({ id, serverId: id, base: 1, body })
  await openScreen('/ask/ines')
  await expect.poll(() => device.drafts.count()).toBe(0)
  await expect.element(unsent).not.toBeInTheDocument()
})

/** Returns what the account knows of the fan who asks. */
function askerOf({ person }: ReturnType<typeof sessionOf>) {
  if (!person) throw new Error('nobody is signed in')
  const { firstName, lastName, birthDate, countryCode, city, email } = person
  return {
    firstName,
    lastName,
    birthDate: birthDate ?? '',
    countryCode: countryCode ?? '',
    city: city ?? '',
    email,
  }
}

test('BR-2 a question to an athlete who has left can be read, copied and discarded where it is listed', async () => {
  answerPage()
  const words = { subject: 'Pacing', text: 'How fast?', to: { username: 'gone', firstName: 'Gone' } }
  const draft = { ...emptyDraft(newId()), ...words, page: 'request' as const }
  await saveDraft(openDevice('guest'), {
    id: draft.questionId,
    athleteId: newId(),
    body: JSON.stringify(draft),
  })
  await openScreen('/ask')
  await unsent.getByRole('button', { name: 'Read or discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your question to Gone' })
  await expect.element(dialog.getByText('How fast?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await unsent.getByRole('button', { name: 'Read or discard' }).click()
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await expect.element(unsent).not.toBeInTheDocument()
  await expect.element(page.getByText('Your question is discarded.')).toBeVisible()
  expect(await openDevice('guest').drafts.count()).toBe(0)
})

test.each([
  [
    'takes no questions at the moment',
    '/request/ines',
    athlete({ username: 'ines', firstName: 'Ines', paused: true }),
  ],
  ['has left', '/request/ines', refused('not-found')],
  ['has left', '/ask/ines', refused('not-found')],
] as const)(
  'BR-2 a question to an athlete who %s is on %s, to which its reminder leads, and cannot be sent from there',
  async (_, path, found) => {
    answerPage()
    answer('athlete', found)
    const words = { subject: 'Pacing', text: 'How fast?', to: { username: 'ines', firstName: 'Ines' } }
    const draft = { ...emptyDraft(newId()), ...words }
    await saveDraft(openDevice('guest'), {
      id: draft.questionId,
      athleteId: INES.id,
      body: JSON.stringify(draft),
    })
    await openScreen(path)
    await expect.element(unsent.getByText('Pacing')).toBeVisible()
    await expect.element(unsent.getByText('Your question to Ines cannot be sent now')).toBeVisible()
    await expect.element(unsent.getByRole('button', { name: 'Read or discard' })).toBeVisible()
    expect(unsent.getByRole('link').query()).toBeNull()
  },
)
