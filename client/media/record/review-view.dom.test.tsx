import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { film } from '../../testing/film.ts'
import { show } from '../../testing/open-screen.tsx'
import type { Footage } from '../recorder.ts'
import { ReviewView } from './review-view.tsx'

test('who stopped a recording by keyboard goes on at it, and not on the button that sends it', async () => {
  const footage = { blob: await film(), durationMs: 200, ending: 'stopped' } as unknown as Footage
  const send = <button type="button">Send answer</button>
  show(<button type="button">Stop recording</button>)
  ;(page.getByRole('button', { name: 'Stop recording' }).element() as HTMLElement).focus()
  show(
    <ReviewView footage={footage} isFresh>
      {send}
    </ReviewView>,
  )
  await expect.element(page.getByLabelText('Your recording')).toHaveFocus()
  // Opening a recording kept earlier does not move the focus.
  show(<ReviewView footage={footage}>{send}</ReviewView>)
  await expect.element(page.getByLabelText('Your recording')).not.toHaveFocus()
})
