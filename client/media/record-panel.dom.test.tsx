import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { type Device, openDevice } from '../db/device.ts'
import { firstBytes } from '../testing/first-bytes.ts'
import { show } from '../testing/open-screen.tsx'
import { dismissToast, onTold, showToast } from '../ui/toasts.ts'
import { RecordPanel } from './record-panel.tsx'

/** Renders the recorder in a router, on a page that was opened from the one at `/before`. */
function showInRouter(recorder: ReactNode) {
  const root = createRootRoute()
  const at = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([at('/before', () => <p>Before</p>), at('/', () => recorder)])
  const history = createMemoryHistory({ initialEntries: ['/before', '/'], initialIndex: 1 })
  const router = createRouter({ routeTree, history })
  show(<RouterProvider router={router} />)
  return router
}

/** Renders the recorder for an answer. */
function showForAnswer(device: Device) {
  showInRouter(
    <RecordPanel
      {...{ device, purpose: 'answer', questionId: newId(), dueAt: null, title: 'Record your answer' }}
      doneLabel="Send answer"
      onDone={() => () => {}}
      onClose={() => {}}
    />,
  )
}

const LONG = 'I run fifteen strides to hurdle five and then fall apart to seventeen. '.repeat(12)

test.each([
  [844, 390],
  [667, 375],
  [320, 568],
])(
  'at %i × %i, with a long question and long notes, the button that records is whole on the screen',
  async (width, height) => {
    await page.viewport(width, height)
    showInRouter(
      <RecordPanel
        device={openDevice(newId())}
        purpose="answer"
        questionId={newId()}
        dueAt={null}
        title="Record your answer"
        prompt={<p>{LONG}</p>}
        notes={() => <p className="max-h-[22dvh] min-h-0 overflow-y-auto">{LONG}</p>}
        doneLabel="Send answer"
        onDone={() => () => {}}
        onClose={() => {}}
      />,
    )
    const record = page.getByRole('button', { name: 'Start recording' })
    await expect.element(record).toBeEnabled()
    const { left, top, right, bottom } = record.element().getBoundingClientRect()
    expect([left >= 0, top >= 0, right <= width, bottom <= height]).toEqual([true, true, true, true])
    const question = page.getByRole('region', { name: 'The question' }).element().getBoundingClientRect()
    expect(question.height, 'and something of the question is to be read').toBeGreaterThan(60)
  },
)

test.each([
  [820, 1_180],
  [844, 390],
  [390, 844],
])(
  'at %i × %i a toast that stays covers neither the button that records nor the one that closes',
  async (width, height) => {
    await page.viewport(width, height)
    showForAnswer(openDevice(newId()))
    const record = page.getByRole('button', { name: 'Start recording' })
    await expect.element(record).toBeEnabled()
    const id = showToast({ text: 'Discarded.', action: { label: 'Undo', onPress: () => {} } })
    onTestFinished(() => dismissToast(id))
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    for (const button of [record, page.getByRole('button', { name: 'Close' })]) {
      const { left, top, width, height } = button.element().getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      expect(button.element().contains(there)).toBe(true)
    }
  },
)

test('in a window that is zoomed to 300 % the question and the button that records are scrolled to', async () => {
  await page.viewport(455, 208)
  showInRouter(
    <RecordPanel
      {...{ device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }}
      title="Record your answer"
      prompt={<p>{LONG}</p>}
      doneLabel="Send answer"
      onDone={() => () => {}}
      onClose={() => {}}
    />,
  )
  const record = page.getByRole('button', { name: 'Start recording' })
  await expect.element(record).toBeEnabled()
  // A script scrolls a hidden overflow as well, so ask whether a person can.
  const { overflowY } = getComputedStyle(page.getByRole('dialog', { name: 'Record your answer' }).element())
  expect(overflowY).toBe('auto')
  const question = page.getByRole('region', { name: 'The question' })
  await expect.element(question).toBeInViewport()
  const { scrollHeight, clientHeight } = question.element()
  expect(scrollHeight, 'the question is not cut').toBe(clientHeight)
  // Otherwise a wheel over the question scrolls nothing.
  expect(getComputedStyle(question.element()).overscrollBehaviorY).toBe('auto')
  record.element().scrollIntoView({ block: 'center' })
  await expect.element(record).toBeInViewport({ ratio: 1 })
  const { left, top, width, height } = record.element().getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(record.element().contains(there), 'nothing covers the button').toBe(true)
})

/** Returns the streams that the camera gives from now on, the latest last. */
function noteStreams(): MediaStream[] {
  const live: MediaStream[] = []
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    const stream = await getUserMedia(wanted)
    live.push(stream)
    return stream
  })
  return live
}

test('an interrupted retake leaves the take before it, and an empty one is none', async () => {
  const device = openDevice(newId())
  const live = noteStreams()
  showForAnswer(device)
  const record = async () => {
    const hasBytes = firstBytes()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
    await hasBytes
  }
  const takeAway = () => live.at(-1)?.getTracks()[0]?.dispatchEvent(new Event('ended'))
  await record()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const retake = page.getByRole('button', { name: 'Retake' })
  await expect.element(retake).toBeVisible()
  const [former] = await device.takes.toArray()
  const keep = page.getByRole('button', { name: 'Keep the former one' })
  await expect.element(keep).not.toBeInTheDocument()
  await retake.click()
  await record()
  takeAway()
  await expect.element(page.getByText('The recording was interrupted', { exact: false })).toBeVisible()
  const ids = () => device.takes.where({ state: 'kept' }).primaryKeys()
  expect(await ids()).toHaveLength(2)
  expect(await ids()).toContain(former?.id)
  await keep.click()
  await expect.poll(ids).toEqual([former?.id])
  // A camera that is taken away at once has recorded nothing.
  await retake.click()
  let hasStarted = false
  vi.spyOn(MediaRecorder.prototype, 'start').mockImplementationOnce(function (this: MediaRecorder) {
    hasStarted = true
    setTimeout(() => this.dispatchEvent(new Event('stop')))
  })
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect.poll(() => hasStarted).toBe(true)
  await expect.element(retake).toBeVisible()
  await expect.poll(() => device.takes.toArray()).toMatchObject([{ id: former?.id, state: 'kept' }])
})

test('one status, which is always there, counts in and says that it is saved and what ended it', async () => {
  const live = noteStreams()
  showForAnswer(openDevice(newId()))
  const start = page.getByRole('button', { name: 'Start recording' })
  await expect.element(start).toBeEnabled()
  const status = page.getByRole('dialog').getByRole('status').first().element()
  const said: (string | null)[] = []
  new MutationObserver(() => said.push(status.textContent)).observe(status, {
    ...{ childList: true, characterData: true, subtree: true },
  })
  const hasBytes = firstBytes()
  await start.click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await hasBytes
  live.at(-1)?.getTracks()[0]?.dispatchEvent(new Event('ended'))
  const told = () => said.filter((text) => text !== '' && text !== 'Saving on this device')
  const interrupted = 'Something interrupted it: this is what was recorded until then.'
  await expect.poll(told).toEqual(['3', '2', '1', `Saved on this device. ${interrupted}`])
  expect(status.isConnected).toBe(true)
})

test('a recorder that fails at the start says that nothing was recorded, and another try keeps a recording', async () => {
  const device = openDevice(newId())
  const told = vi.fn()
  onTestFinished(onTold(told))
  showForAnswer(device)
  vi.spyOn(MediaRecorder.prototype, 'start').mockImplementationOnce(function (this: MediaRecorder) {
    setTimeout(() => {
      this.dispatchEvent(new Event('error'))
      this.dispatchEvent(new Event('stop'))
    })
  })
  const start = page.getByRole('button', { name: 'Start recording' })
  await start.click()
  const words = 'Nothing was recorded. Try again, or close this and choose a video file.'
  await expect.poll(() => told.mock.calls).toContainEqual([{ text: words, tone: 'danger' }])
  // Whatever is outside the open dialog is covered and inert.
  const recorder = page.getByRole('dialog', { name: 'Record your answer' })
  await expect.element(recorder.getByRole('alert').getByText(words)).toBeVisible()
  const hasBytes = firstBytes()
  await start.click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await hasBytes
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect.poll(() => device.takes.toArray()).toMatchObject([{ state: 'kept' }])
})

/** Returns a canvas that keeps changing, filmed with a sound, in place of the camera. */
function filmCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const drawing = setInterval(() => {
    if (!pen) return
    pen.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }, 33)
  const context = new AudioContext()
  const sound = context.createMediaStreamDestination()
  const tone = context.createOscillator()
  tone.connect(sound)
  tone.start()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const { stream } = sound
    return new MediaStream([...canvas.captureStream(30).getTracks(), ...stream.getTracks()])
  })
  onTestFinished(async () => {
    clearInterval(drawing)
    await context.close()
  })
  return canvas
}

/** Plays a video to its end; returns the browser's error where it does not play that far. */
function playThrough(blob: Blob): Promise<string | null> {
  const video = Object.assign(document.createElement('video'), {
    src: URL.createObjectURL(blob),
    muted: true,
  })
  return new Promise((resolve) => {
    video.onended = () => resolve(null)
    video.onerror = () => resolve(String(video.error?.message))
    void video.play()
  })
}

test('a phone that is turned ends the recording, which plays to its end and says why it is short', async ({
  skip,
}) => {
  const type = 'video/mp4;codecs=avc1.42E01E,opus'
  if (!MediaRecorder.isTypeSupported(type)) skip('this browser records no H.264')
  vi.spyOn(MediaRecorder, 'isTypeSupported').mockImplementation((asked) => asked === type)
  const device = openDevice(newId())
  const canvas = filmCanvas(640, 360)
  showForAnswer(device)
  const hasBytes = firstBytes()
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await hasBytes
  await expect.poll(async () => (await device.takes.toArray())[0]?.durationMs).toBeGreaterThan(1_500)
  Object.assign(canvas, { width: 360, height: 640 })
  const words = 'The phone was turned, so the recording ended. Your recording up to there is kept.'
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  const [kept] = await device.videos.toArray()
  if (!kept) throw new Error('nothing was kept')
  expect(await playThrough(kept.blob)).toBeNull()
})

test('an unsaved recording stays on the screen, also where the browser closes it by itself', async () => {
  const device = openDevice(newId())
  const onClose = vi.fn()
  const router = showInRouter(
    <RecordPanel
      device={device}
      purpose="answer"
      questionId={newId()}
      dueAt={null}
      title="Record your answer"
      doneLabel="Send answer"
      onDone={() => () => {}}
      onClose={onClose}
    />,
  )
  const record = page.getByRole('button', { name: 'Start recording' })
  await expect.element(record).toBeEnabled()
  // From now on nothing can be stored.
  device.close()
  const hasBytes = firstBytes()
  await record.click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await hasBytes
  await userEvent.keyboard('{Escape}')
  const again = page.getByRole('button', { name: 'Try to save again' })
  await expect.element(again).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Record your answer' }).element() as HTMLDialogElement
  // A browser does this at a further Escape or Back, whatever the page says.
  dialog.close()
  await expect.poll(() => dialog.open).toBe(true)
  await expect.element(again).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  // Nor does a tapped notification, a reload or closing the tab lose it without a question.
  const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(true)
  void router.navigate({ href: '/before' })
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect.element(again).toBeVisible()
  void router.navigate({ href: '/before' })
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByText('Before')).toBeVisible()
  expect(isHeld()).toBe(false)
})
