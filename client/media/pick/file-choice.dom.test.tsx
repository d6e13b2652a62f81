import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { FileChoice } from './file-choice.tsx'
import type { ChosenFile } from './use-chosen-file.ts'

/** A choice whose file is made smaller from the press until it is kept as it is. */
function Choice() {
  const [done, setDone] = useState<number | null>(null)
  const ways = { choose: async () => {}, keepOne: async () => {}, letGo: () => {}, skip: () => setDone(null) }
  const file: ChosenFile = { ...ways, done, isBusy: done !== null, problem: null, open: null }
  return (
    <FileChoice file={file}>
      <button type="button" onClick={() => setDone(0.2)}>
        Choose
      </button>
    </FileChoice>
  )
}

test('a file that is made smaller is told, and the focus stays where it was chosen', async () => {
  show(<Choice />)
  page.getByRole('button', { name: 'Choose' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('Making the video smaller')
  await expect.poll(() => document.activeElement?.textContent).toContain('Compressing your video: 20 %')
  page.getByRole('button', { name: 'Keep it as it is' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
  await expect.poll(() => document.activeElement?.textContent).toBe('Choose')
})
