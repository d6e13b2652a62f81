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
