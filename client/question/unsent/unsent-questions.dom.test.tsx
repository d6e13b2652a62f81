import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { preparedAskOf } from '../asking/ask-calls.ts'
import { type AskDraft, emptyDraft, readDraft } from '../asking/ask-draft.ts'
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
