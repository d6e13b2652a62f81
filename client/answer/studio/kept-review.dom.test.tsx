import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { keepTake } from '../../store/takes.ts'
import { film } from '../../testing/film.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, goOffline, replicate } from '../../testing/server.ts'

/** Opens the studio of a written question, with a kept take of each of these lengths; returns the device. */
async function openStudio(...seconds: number[]) {
  const session = sessionOf('creator')
  const id = session.person?.id ?? ''
  const question = { ...approvedQuestion(id), kind: 'text', text: 'How do you start?' } as const
  answer('session', session)
  const device = openDevice(id)
  const about = { purpose: 'answer', type: 'video/webm', source: 'recorded', dueAt: null } as const
  for (const [at, length] of seconds.entries()) {
    const take = { ...about, id: newId(), questionId: question.id, durationMs: length * 1_000 }
    await keepTake(device, { ...take, recordedAt: Date.now() + at, blob: await film() })
  }
  replicate({ questions: [{ ...question, videoId: null, videoBytes: null }] })
  await openScreen(`/dashboard/answer/${question.id}`)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focusedWords = () => document.activeElement?.textContent ?? ''
const told = (words: string) =>
  expect.element(page.getByRole('status').filter({ hasText: words })).toBeInTheDocument()

async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
}

test('who trims by keyboard is led into the editor and back, and on to the news of what was sent', async () => {
  await openStudio(9)
  await expect.element(button('Trim')).toBeEnabled()
  // Opening the studio leaves the focus at its title.
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
  await press('Trim')
  await expect.element(page.getByRole('slider', { name: 'Start' })).toHaveFocus()
  await press('Keep it whole')
  await expect.poll(focusedWords).toMatch(/^Saved on this device.*0:09/)
  goOffline()
  await press('Send answer')
  const news = page
    .getByRole('status')
    .filter({ has: page.getByRole('heading', { name: 'Saved on this device' }) })
  await expect.element(news).toHaveFocus()
})

test('a file or another take that takes the place of the screen is told, and has the focus', async () => {
  await openStudio(9, 4)
  await told('Ready to send: 0:04')
  await press('Your other recording')
  await press('Choose this one')
  await told('Ready to send: 0:09')
  await expect.poll(focusedWords).toMatch(/^Saved on this device.*0:09/)
  button('Choose a video').element().focus()
  await userEvent.upload(page.getByLabelText('Video file'), new File([await film('#fff')], 'film.webm'))
  await told('Ready to send: 0:00')
  await expect.poll(focusedWords).toMatch(/^Saved on this device.*0:00/)
})

test('in the lobby a chosen file is told as well', async () => {
  await openStudio()
  await expect.element(button('Choose a video')).toBeVisible()
  button('Choose a video').element().focus()
  await userEvent.upload(page.getByLabelText('Video file'), new File([await film()], 'film.webm'))
  await told('Ready to send: 0:00')
  await expect.poll(focusedWords).toMatch(/^Saved on this device.*0:00/)
})
