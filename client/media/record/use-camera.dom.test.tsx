import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { keepCaptureChoice, NO_CHOICE, readCaptureChoice } from './capture-choice.ts'
import { CapturePanel } from './capture-panel.tsx'
import { useCamera } from './use-camera.ts'

const CAMERAS = { front: 'user', rear: 'environment' } as const
const DEVICES = [
  ...['front', 'rear'].map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId })),
  ...['built in', 'headset'].map((deviceId) => ({ kind: 'audioinput', deviceId, label: deviceId })),
] as MediaDeviceInfo[]

type Asked = { video: { deviceId?: { ideal: string }; facingMode?: string } }

/** Opens the camera that is asked for: the chosen one, else the one that faces the given way. */
async function openFake(constraints?: MediaStreamConstraints): Promise<MediaStream> {
  const { deviceId, facingMode = 'user' } = (constraints as Asked).video
  const id = deviceId?.ideal === 'rear' || (!deviceId && facingMode === 'environment') ? 'rear' : 'front'
  const track = (kind: string, settings: MediaTrackSettings) =>
    Object.assign(new EventTarget(), { kind, muted: false, getSettings: () => settings, stop() {} })
  const video = track('video', { deviceId: id, facingMode: CAMERAS[id] })
  const audio = track('audio', { deviceId: 'built in' })
  return { getTracks: () => [video, audio], getVideoTracks: () => [video] } as unknown as MediaStream
}

beforeEach(() => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(openFake)
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(DEVICES)
  keepCaptureChoice(NO_CHOICE)
})

const dispatch = () => {}

function Screen() {
  const { facing, chosen, devices, flip, choose } = useCamera({ at: 'ready' }, dispatch)
  return (
    <div>
      <p>{`${chosen.camera} ${facing}`}</p>
      <button type="button" onClick={flip}>
        Flip
      </button>
      <div className="relative h-80">
        <CapturePanel devices={devices} chosen={chosen} onChoose={choose} />
      </div>
    </div>
  )
}

test('a chosen camera that faces away is known as such, and the other one comes with the first press', async () => {
  keepCaptureChoice({ camera: 'rear', microphone: null })
  show(<Screen />)
  await expect.element(page.getByText('rear environment')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Flip' }).click()
  await expect.element(page.getByText('front user')).toBeInTheDocument()
})

test('choosing a microphone keeps no camera that happens to be in use', async () => {
  show(<Screen />)
  await expect.element(page.getByText('front user')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Flip' }).click()
  await expect.element(page.getByText('rear environment')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Camera and microphone' }).click()
  await page.getByLabelText('Microphone', { exact: true }).selectOptions('headset')
  expect(readCaptureChoice()).toEqual({ camera: null, microphone: 'headset' })
  await expect.element(page.getByText('rear environment')).toBeInTheDocument()
})
