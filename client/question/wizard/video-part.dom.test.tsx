import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import { refuse } from '../../../sync/result.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { film } from '../../testing/film.ts'
import { show } from '../../testing/open-screen.tsx'
import { VideoPart } from './video-part.tsx'

/** A fake worker that answers when the test says so. */
class ToldWorker extends EventTarget {
  static made: ToldWorker | null = null
  constructor() {
    super()
    ToldWorker.made = this
  }
  postMessage(): void {}
  terminate(): void {}
}

test('while a chosen file is checked nothing is recorded, because the file would end the recording', async () => {
  vi.stubGlobal('Worker', ToldWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const ids = { draftId: newId(), questionId: newId() }
  const props = { device: openDevice(newId()), ...ids, subject: '', video: null, isDisabled: false }
  show(<VideoPart {...props} onVideo={() => {}} />)
  const record = page.getByRole('button', { name: 'Record a video' })
  await expect.element(record).toBeEnabled()
  await userEvent.upload(page.getByLabelText('Video file'), new File([await film()], 'film.webm'))
  await expect.poll(() => ToldWorker.made).not.toBeNull()
  await expect.element(record).toBeDisabled()
  ToldWorker.made?.dispatchEvent(new MessageEvent('message', { data: refuse('video-unreadable') }))
  await expect.element(record).toBeEnabled()
})

test('a storage that fails is not blamed on the video', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no disk', 'UnknownError')
  })
  onTestFinished(() => put.mockRestore())
  const ids = { draftId: newId(), questionId: newId() }
  const props = { device: openDevice(newId()), ...ids, subject: '', video: null, isDisabled: false }
  show(<VideoPart {...props} onVideo={() => {}} />)
  await userEvent.upload(page.getByLabelText('Video file'), new File([await film()], 'film.webm'))
  await expect
    .element(page.getByText('The video could not be saved on this device. Try again.'))
    .toBeVisible()
})

function Part() {
  const [video, setVideo] = useState<DeclaredVideo | null>(null)
  const [props] = useState(() => {
    const ids = { draftId: newId(), questionId: newId() }
    return { device: openDevice(newId()), ...ids, subject: '', isDisabled: false }
  })
  return <VideoPart {...props} video={video} onVideo={setVideo} />
}

test('who chooses or changes a video by keyboard is led to what takes the place of the pressed button', async () => {
  show(<Part />)
  await userEvent.upload(page.getByLabelText('Video file'), new File([await film()], 'film.webm'))
  const change = page.getByRole('button', { name: 'Change video' })
  await expect.element(change).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Saved on this device/)
  change.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Ask on video' })).toHaveFocus()
})
