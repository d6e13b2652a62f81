import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { settled, show } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'
import { DeskVideo } from './desk-video.tsx'

/** Returns the address of a silent recording of two seconds, which every browser plays. */
function silence(): string {
  const [rate, samples] = [8_000, 16_000]
  const view = new DataView(new ArrayBuffer(44 + samples))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const)
    write(at, text)
  for (const [at, value] of [
    [4, 36 + samples],
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(at, value, true)
  new Uint8Array(view.buffer).fill(128, 44)
  return URL.createObjectURL(new Blob([view], { type: 'audio/wav' }))
}

function openVideo(files: readonly string[]) {
  let turn = 0
  const asked = answer('mediaTicket', () => {
    const fileUrl = files[Math.min(turn, files.length - 1)] ?? ''
    turn += 1
    const rest = { playerUrl: '', type: '', bytes: 1, convertedPercent: null, width: 1, height: 1 }
    return { ...rest, fileUrl, expiresAt: Date.now() + 600_000 }
  })
  const videoId = newId()
  const onWatched = vi.fn()
  show(<DeskVideo videoId={videoId} label="The request" onWatched={onWatched} />)
  const video = () => page.getByLabelText('The request').element() as HTMLVideoElement
  return { asked, videoId, onWatched, video }
}

test('a video whose ticket has run out goes on at the same place with a new one', async () => {
  const [first, second] = [silence(), silence()]
  // A strict React asks for the first ticket twice.
  const { video, asked } = openVideo([first, first, second])
  await expect.poll(() => video().duration).toBe(2)
  video().currentTime = 1.25
  video().dispatchEvent(new Event('error'))
  await expect.poll(() => video().src).toBe(second)
  await expect.poll(() => video().currentTime).toBe(1.25)
  await settled()
  expect(page.getByText('This browser cannot play it.').elements()).toEqual([])
  expect(asked.length).toBe(3)
})

test('a video that the browser does not play is watched by downloading it', async () => {
  const { videoId, onWatched } = openVideo(['/nowhere.mp4?t=ticket'])
  const link = page.getByRole('link', { name: 'Download the file to watch it' })
  await expect.element(page.getByText('This browser cannot play it.')).toBeVisible()
  await expect.element(link).toHaveAttribute('href', '/nowhere.mp4?t=ticket&download=1')
  expect(onWatched).not.toHaveBeenCalled()
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await link.click()
  expect(onWatched).toHaveBeenCalledWith(videoId)
})
