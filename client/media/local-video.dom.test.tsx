import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PLAYER_KEYS } from '../../sync/media/playing.ts'
import { film } from '../testing/film.ts'
import { show } from '../testing/open-screen.tsx'
import { LocalVideo } from './local-video.tsx'

afterEach(() => vi.restoreAllMocks())

test('a video of this device still plays once its shape is known, and when what is beside it changes', async () => {
  show(<LocalVideo blob={await film()} label="Your recording" hasTools />)
  await page.getByLabelText('Speed').selectOptions('2')
  const video = page.getByLabelText('Your recording').element() as HTMLVideoElement
  expect(video.getAttribute('src')).toMatch(/^blob:/)
  expect(video.readyState).toBeGreaterThan(0)
  expect(video.videoHeight).toBe(84)
})

/** Makes a video claim a length of forty seconds. */
function lengthen(video: HTMLVideoElement): void {
  Object.defineProperties(video, {
    duration: { value: 40 },
    currentTime: { value: 0, writable: true },
  })
}

test('it has the keys and speeds of the player everywhere, and the system is told what plays', async () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>()
  vi.spyOn(navigator.mediaSession, 'setActionHandler').mockImplementation(
    (name, act) => void handlers.set(name, act),
  )
  const small = vi.spyOn(HTMLVideoElement.prototype, 'requestPictureInPicture').mockResolvedValue({} as never)
  const large = vi.spyOn(HTMLVideoElement.prototype, 'requestFullscreen').mockResolvedValue()
  const captions = 'WEBVTT\n\n00:00.000 --> 00:30.000\nKeep your thumb down.\n'
  const playing = { title: 'Your grip', artist: 'Mia Chen' }
  show(<LocalVideo blob={await film()} label="The answer" captions={captions} playing={playing} hasTools />)
  const speed = page.getByLabelText('Speed')
  await expect.element(speed).toHaveValue('1')
  const video = page.getByLabelText('The answer').element() as HTMLVideoElement
  lengthen(video)
  const press = (key: string, more: KeyboardEventInit = {}) =>
    video.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

  // The tools add their listeners a moment after they appear.
  await expect.poll(() => !press('l')).toBe(true)

  for (const [key, act] of Object.entries(PLAYER_KEYS)) {
    video.currentTime = 20
    press(key)
    if (act[0] === 'seek') expect(video.currentTime, key).toBe(20 + act[1])
  }
  expect([video.muted, large.mock.calls.length]).toEqual([true, 1])
  await expect.poll(() => video.textTracks[0]?.mode).toBe('showing')
  press('c')
  expect(video.textTracks[0]?.mode).toBe('hidden')
  video.currentTime = 39
  press('l')
  expect(video.currentTime, 'no further than its end').toBe(40)
  press('j', { ctrlKey: true })
  expect(video.currentTime, 'the browser has these').toBe(40)

  for (const [key, wanted] of [
    ['>', '1.25'],
    ['>', '1.5'],
    ['<', '1.25'],
  ] as const) {
    press(key)
    await expect.element(speed).toHaveValue(wanted)
    await expect.poll(() => video.playbackRate).toBe(Number(wanted))
  }
  await page.getByRole('button', { name: 'Picture in picture' }).click()
  expect(small).toHaveBeenCalledOnce()

  video.dispatchEvent(new Event('play'))
  expect(navigator.mediaSession.metadata).toMatchObject(playing)
  video.currentTime = 20
  handlers.get('seekforward')?.({ action: 'seekforward' })
  expect(video.currentTime).toBe(30)
  handlers.get('seekbackward')?.({ action: 'seekbackward' })
  expect(video.currentTime).toBe(20)
})
