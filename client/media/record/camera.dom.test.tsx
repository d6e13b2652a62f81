import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { openCamera } from './camera.ts'
import { CameraRefused } from './camera-refused.tsx'

/** Shows the refusal screen for a browser that opens no camera, given the states of the two permissions. */
async function showRefusal(states: { camera: PermissionState; microphone: PermissionState }): Promise<void> {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  vi.spyOn(navigator.permissions, 'query').mockImplementation(
    async ({ name }) => ({ state: states[name as 'camera' | 'microphone'] }) as PermissionStatus,
  )
  const opened = await openCamera('user')
  vi.restoreAllMocks()
  if (opened.ok) throw new Error('a camera was opened')
  show(<CameraRefused error={opened.error} onAskAgain={() => {}} />)
}

test('where only the microphone is blocked, the microphone is named, and the camera is not', async () => {
  await showRefusal({ camera: 'granted', microphone: 'denied' })
  await expect.element(page.getByRole('heading', { name: 'The microphone is blocked' })).toBeVisible()
  await expect.element(page.getByText('may use the camera, but not the microphone')).toBeVisible()
})

test('where both are blocked, both are to be allowed', async () => {
  await showRefusal({ camera: 'denied', microphone: 'denied' })
  await expect.element(page.getByRole('heading', { name: 'The camera is blocked' })).toBeVisible()
  await expect.element(page.getByText('Allow camera and microphone for this site')).toBeVisible()
})

test.each([
  ['Could not start audio source', 'NotReadableError', 'busy-microphone'],
  ['Failed to allocate audiosource', 'NotReadableError', 'busy-microphone'],
  ['Could not start video source', 'NotReadableError', 'busy-camera'],
  ['', 'NotReadableError', 'busy'],
  ['', 'OverconstrainedError', 'busy'],
])('“%s” (%s) names what does not start: %s', async (message, name, error) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException(message, name))
  expect(await openCamera('user')).toEqual({ ok: false, error })
  vi.restoreAllMocks()
})

test.each([
  ['lost-camera', 'The camera has stopped'],
  ['lost-microphone', 'The microphone has stopped'],
  ['muted-microphone', 'The microphone is muted'],
] as const)('what was taken away before a recording is named: %s', async (error, title) => {
  show(<CameraRefused error={error} onAskAgain={() => {}} />)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
