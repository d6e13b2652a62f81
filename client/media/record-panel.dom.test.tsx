import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { firstBytes } from '../testing/first-bytes.ts'
import { show } from '../testing/open-screen.tsx'
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

test('an interrupted retake leaves the take before it, and an empty one is none', async () => {
  const device = openDevice(newId())
  const live: MediaStream[] = []
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    const stream = await getUserMedia(wanted)
    live.push(stream)
    return stream
  })
  showInRouter(
    <RecordPanel
      {...{ device, purpose: 'answer', questionId: newId(), dueAt: null, title: 'Record your answer' }}
      doneLabel="Send answer"
      onDone={() => () => {}}
      onClose={() => {}}
    />,
  )
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
