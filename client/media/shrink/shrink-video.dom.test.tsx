import { expect, test } from 'vitest'
import { probeVideo } from '../probe.ts'
import { shrinkVideo } from './shrink-video.ts'

const FILMS = '/server/testing/media/'
const SEEDS = '/e2e/media/corpus/seeds/'

/** Fetches a file from the test server. Uses XMLHttpRequest, because tests replace `fetch`. */
function fileOf(path: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), { onerror: reject })
    request.onload = () => resolve(request.response as Blob)
    request.open('GET', path)
    request.responseType = 'blob'
    request.send()
  })
}

async function probed(blob: Blob) {
  const result = await probeVideo(blob, { purpose: 'answer' })
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

/** Returns whether this browser encodes AAC; not every Chromium does. */
async function makesAac(): Promise<boolean> {
  const sound = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1, bitrate: 64_000 }
  return (await AudioEncoder.isConfigSupported(sound)).supported === true
}

const alone = { isSlow: false, canConvert: false }

/** Checks that the browser plays the video and shows its picture. */
async function expectPlayed(blob: Blob): Promise<void> {
  const video = Object.assign(document.createElement('video'), {
    src: URL.createObjectURL(blob),
    muted: true,
  })
  await video.play()
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.2)
  expect(video.videoWidth).toBeGreaterThan(0)
}

test.each([
  ['AV1', `${SEEDS}av1-opus.mp4`, 'av01.0.00M.08', 'av1'],
  ['HEVC', `${FILMS}hevc.mp4`, 'hvc1.1.6.L63.90', 'hevc'],
])('%s is encoded on the device to what every browser plays, where this one reads it', async (...film) => {
  const [, path, codec, name] = film
  const file = await fileOf(path)
  const before = await probed(file)
  expect(before).toMatchObject({ videoCodec: name })
  const made = await shrinkVideo(file, before, alone)
  if (!(await VideoDecoder.isConfigSupported({ codec })).supported) {
    expect(made.blob, 'kept as it is, for the server').toBe(file)
    return
  }
  const after = await probed(made.blob)
  // A browser that cannot encode H.264 at this size makes a WebM. Its Opus fits there, but is not played everywhere
  // in an MP4.
  const isMp4 = made.blob.type === 'video/mp4'
  const conversion = isMp4 && !(await makesAac()) ? 'wanted' : 'none'
  expect(after).toMatchObject({ videoCodec: isMp4 ? 'avc' : 'vp9', conversion })
  expect(Math.abs(after.durationMs - before.durationMs)).toBeLessThanOrEqual(500)
  await expectPlayed(made.blob)
})

test('what every browser plays is left as it is', async () => {
  const file = await fileOf(`${FILMS}answer.mp4`)
  expect((await shrinkVideo(file, await probed(file), alone)).blob).toBe(file)
})
