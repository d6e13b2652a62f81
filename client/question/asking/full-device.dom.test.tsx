import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import type { Answers } from '../../testing/answers.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'
import { emptyDraft, LAST_STEP } from './ask-draft.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })
const subject = page.getByLabelText('Subject')

/** Makes every later write into a database fail, as on a full disk. Returns the function that makes room. */
function fillDisk(): () => void {
  const spies = (['add', 'put'] as const).map((way) =>
    vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    }),
  )
  // The app reports what it cannot write; here that is what is tested.
  spies.push(vi.spyOn(globalThis, 'reportError').mockImplementation(() => {}) as never)
  const makeRoom = () => spies.forEach((spy) => void spy.mockRestore())
  onTestFinished(makeRoom)
  return makeRoom
}

async function begin(ines = INES): Promise<void> {
  answer('athlete', ines)
  // The pointer may rest on a link where the dialog was, and the app then preloads that link's page.
  answer('athletes', { athletes: [INES], after: null, isNear: false })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
}

test('BR-2 on a full device it is said that the words are safe, and they are there after a reload', async () => {
  fillDisk()
  await begin()
  await subject.fill('Starting blocks')
  await expect
    .element(page.getByText('This device is full. Your words are safe', { exact: false }))
    .toBeVisible()
  expect(await openDevice('guest').drafts.count()).toBe(0)
  await begin()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(subject).toHaveValue('Starting blocks')
})

test('BR-2 where nothing can be kept it is said that it is not saved, and that it is once there is room', async () => {
  const makeRoom = fillDisk()
  const little = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key.startsWith('infield.words')) throw new DOMException('no room', 'QuotaExceededError')
  })
  onTestFinished(() => little.mockRestore())
  await begin()
  stopTimers(4_000)
  await subject.fill('Starting blocks')
  const warning = page.getByText('what you type is not saved', { exact: false })
  await expect.element(warning).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('This device is full: your question is not saved.')).toBeVisible()
  await begin()
  await subject.fill('Starting blocks')
  await expect.element(warning).toBeVisible()
  makeRoom()
  little.mockRestore()
  pass(5_000)
  await expect.element(warning).not.toBeInTheDocument()
  await expect.poll(async () => (await openDevice('guest').drafts.toArray()).length).toBe(1)
})

test('S1-4.25 a free question is sent from a full device, as its notice says', async () => {
  const free = { ...INES, priceCents: 0 }
  const asker = { firstName: 'Ada', lastName: 'Berg', birthDate: '1996-04-12', countryCode: 'NO' }
  const words = { subject: 'Starting blocks', text: 'How far apart do you set them?', step: LAST_STEP }
  const draft = { ...emptyDraft(newId(), { ...asker, city: 'Bergen', email: 'ada@infield.test' }), ...words }
  await saveDraft(openDevice('guest'), { id: newId(), athleteId: free.id, body: JSON.stringify(draft) })
  answer('prepareAsk', {
    ...{ questionId: draft.questionId, amountCents: 0, firstTime: false },
    ...{ clientSecret: null, paymentIntentId: null, hold: 'none' },
  })
  const pushes = settleEverything()
  answer('askStatus', (): Answers['askStatus'] => ({
    ...{ state: pushes.length > 0 ? 'asked' : 'open', reason: null, video: null, videoRefusal: null },
    ...{ hold: 'none', viewPath: '/view/token', correctableEmail: null },
  }))
  await begin(free)
  fillDisk()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect.element(page.getByRole('link', { name: 'Follow your question' })).toBeVisible()
  expect(pushedNames(pushes)).toEqual(['question.ask'])
})
