import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { CoverPicturesField } from './cover-pictures-field.tsx'
import type { ReadyPicture } from './read-picture.ts'

const cover = (): ReadyPicture => ({ blob: new Blob(), url: URL.createObjectURL(new Blob()), position: null })

function Covers() {
  const [value, setValue] = useState([cover(), cover(), cover()])
  return <CoverPicturesField value={value} onPictures={setValue} />
}

test('a double tap removes one cover, and the keyboard stays at the field', async () => {
  show(<Covers />)
  await page.getByRole('button', { name: 'Remove cover 1' }).dblClick()
  const field = page.getByRole('group', { name: 'Cover photos' })
  await expect.element(field).toHaveFocus()
  expect(page.getByRole('img').elements()).toHaveLength(2)
  page.getByRole('button', { name: 'Remove cover 2' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  expect(page.getByRole('img').elements()).toHaveLength(1)
})
