import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../app/first-paint/early-ask.ts'
import { openDevice } from '../../db/device.ts'
import { markUnsent } from '../../store/account/unsent-mark.ts'
import { guestDrafts } from '../../store/drafts.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'
import { type AskDraft, readDraft } from '../asking/ask-draft.ts'
import { FirstStep } from './first-step.tsx'

const ines = athlete({ username: 'ines', firstName: 'Ines' })
const step = () => document.querySelector<HTMLDialogElement>('#first-step')
const subject = page.getByLabelText('Subject')
const question = page.getByLabelText('Your question')
const next = page.getByRole('button', { name: 'Next' })
const kept = async () =>
  (await openDevice('guest').drafts.toArray()).map(({ body }) => JSON.parse(body) as AskDraft)
const earlyKeys = () => Object.keys(localStorage).filter((key) => key.includes('.early.'))

/** Puts the first step into the page, as the server sends it beside the app. */
function arrive(): void {
  step()?.remove()
  document.body.insertAdjacentHTML('beforeend', renderToStaticMarkup(<FirstStep athlete={ines} />))
}

const tap = () => step()?.dispatchEvent(new Event('ask', { bubbles: true }))

/** Starts the app on this page, and repeats the press that was made before. */
async function appArrives(): Promise<void> {
  answer('athlete', ines)
  await openScreen('/ask/ines')
  document.querySelector<HTMLElement>('[data-ask]')?.click()
}

afterEach(() => step()?.remove())

test('the first step opens and answers before the app is there, and keeps every word as a draft the app knows', async () => {
  arrive()
  await expect.element(subject).not.toBeVisible()
  tap()
  await expect.element(subject).toHaveFocus()
  await page.getByRole('button', { name: 'Exercise tips' }).click()
  await expect.element(subject).toHaveValue('Exercise tips')
  await expect.element(page.getByRole('button', { name: 'Exercise tips', pressed: true })).toBeVisible()
  await expect.element(next).toBeDisabled()
  await question.fill('How far apart are my blocks?')
  await expect.element(next).toBeEnabled()
  await expect.element(page.getByText('28 / 500')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Record a video' })).toBeDisabled()
  const [draft] = await guestDrafts()
  expect(draft?.athleteId).toBe(ines.id)
  expect(readDraft(draft?.body ?? '')).toMatchObject({
    questionId: draft?.id,
    ...{ step: 0, subject: 'Exercise tips', text: 'How far apart are my blocks?' },
  })
  // The fan reloads the page before the app has loaded.
  arrive()
  await expect.element(subject).toHaveValue('')
  tap()
  await expect.element(question).toHaveValue('How far apart are my blocks?')
  await question.fill('')
  await subject.fill('')
  expect(earlyKeys()).toEqual([])
})

test('a cursor within the subject stays there', async () => {
  arrive()
  tap()
  await subject.fill('Starting blocks')
  step()?.querySelector('input')?.setSelectionRange(8, 8)
  await appArrives()
  await expect.poll(step).toBeNull()
  await userEvent.keyboard('-')
  await expect.element(subject).toHaveValue('Starting- blocks')
})

test('the wizard takes its place with the words, the cursor and the press on Next, and the draft stays one', async () => {
  arrive()
  tap()
  await subject.fill('Starting blocks')
  await question.fill('How far apart?')
  const [early] = await guestDrafts()
  document.querySelector('textarea')?.setSelectionRange(3, 3)
  await appArrives()
  await expect.poll(step).toBeNull()
  await expect.element(question).toHaveFocus()
  await userEvent.keyboard(' very')
  await expect.element(question).toHaveValue('How very far apart?')
  await expect.poll(async () => (await kept()).map(({ text }) => text)).toEqual(['How very far apart?'])
  await expect.poll(earlyKeys).toEqual([])
  expect((await guestDrafts()).map(({ id }) => id)).toEqual([early?.id])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Ask a Question' }).first()).toHaveFocus()
})

test('Next that was pressed before the app was there leads on once it is', async () => {
  arrive()
  tap()
  await subject.fill('Starting blocks')
  await question.fill('How far apart?')
  await next.click()
  await expect.poll(() => document.querySelectorAll('#first-step [data-pressed]').length).toBe(1)
  await appArrives()
  await expect.element(page.getByRole('heading', { name: 'Step 2 of 4' })).toBeInTheDocument()
})

test('a word that is being composed is finished in the field it was begun in', async () => {
  arrive()
  tap()
  await subject.fill('Startblöcke')
  const field = step()?.querySelector('input')
  field?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  await appArrives()
  await settled()
  expect(step()?.open).toBe(true)
  field?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.poll(step).toBeNull()
  await expect.element(subject).toHaveValue('Startblöcke')
})

test('who has left it is not asked again by the app; what was written is offered with the next tap', async () => {
  arrive()
  tap()
  await subject.fill('Starting blocks')
  await page.getByRole('button', { name: 'Close' }).click()
  expect(step()?.open).toBe(false)
  // Loading the wizard removes a closed first step from the page, so the wizard does not find one.
  step()?.remove()
  await appArrives()
  await expect.element(page.getByRole('heading', { name: 'Continue your question to Ines?' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(subject).toHaveValue('Starting blocks')
})

test('where a draft is on the device, or somebody is signed in, the app asks first', () => {
  arrive()
  markUnsent('guest')
  tap()
  expect(step()?.open).toBe(false)
  localStorage.clear()
  localStorage.setItem('infield.session', JSON.stringify({ person: { id: 'ada' } }))
  tap()
  expect(step()?.open).toBe(false)
})
