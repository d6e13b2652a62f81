import { useReducer } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { film } from '../../testing/film.ts'
import { show } from '../../testing/open-screen.tsx'
import { type AskDraft, emptyDraft, nextDraft } from '../asking/ask-draft.ts'
import { MessagePart } from './message-part.tsx'

const device = openDevice(newId())
const text = page.getByRole('radio', { name: 'Text' })
const video = page.getByRole('radio', { name: 'Video' })
/** Presses a tile, which covers its radio button. */
const press = (tile: string) => page.getByText(tile, { exact: true }).click()
const words = page.getByLabelText('Your message')
const keep = page.getByRole('button', { name: 'Keep it' })
const remove = page.getByRole('button', { name: 'Delete it' })

function Part({ begun }: { begun: AskDraft }) {
  const [draft, dispatch] = useReducer(nextDraft, begun)
  return <MessagePart {...{ device, draft, dispatch }} draftId={begun.questionId} problems={{}} />
}

/** Returns a draft whose video is kept on the device. */
async function filmed(): Promise<AskDraft> {
  const draft = emptyDraft(newId())
  const about = { purpose: 'question', type: 'video/webm', source: 'file', dueAt: null } as const
  const take = { ...about, id: newId(), questionId: draft.questionId, durationMs: 1_000, recordedAt: 1 }
  const kept = await keepTake(device, { ...take, blob: await film() })
  if (!kept.ok) throw new Error(kept.notSaved)
  return { ...draft, video: declaredOf(kept.value) }
}

test('S2-4.28 an arrow key on the type of message deletes no video before the fan has confirmed it', async () => {
  show(<Part begun={await filmed()} />)
  await expect.element(video).toBeChecked()
  video.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('alertdialog', { name: 'Delete your video?' })).toBeVisible()
  await keep.click()
  await expect.element(video).toBeChecked()
  expect(await device.takes.count()).toBe(1)
  await press('Text')
  await remove.click()
  await expect.element(text).toBeChecked()
  await expect.element(words).toBeVisible()
  expect(await device.takes.count()).toBe(0)
})

test('S2-4.27 what was written goes with another type of message only when the fan confirms it', async () => {
  show(<Part begun={{ ...emptyDraft(newId()), text: 'How do you land?' }} />)
  text.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('{Escape}')
  await expect.element(text).toBeChecked()
  await expect.element(words).toHaveValue('How do you land?')
  await press('Video')
  await remove.click()
  await expect.element(page.getByRole('button', { name: 'Record a video' })).toBeVisible()
  await press('Text')
  await expect.element(words).toHaveValue('')
})
