import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  Output,
  QUALITY_HIGH,
  QUALITY_LOW,
  WebMOutputFormat,
} from 'mediabunny'
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

const RATE = 48_000

/** Makes a film of a second with two sounds: first a tone, then, marked as its default sound, silence. */
async function filmOfTwoSounds(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
  canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
  const picture = new CanvasSource(canvas, { codec: 'vp8', bitrate: QUALITY_LOW })
  const [tone, silence] = [QUALITY_LOW, QUALITY_HIGH].map(
    (bitrate) => new AudioBufferSource({ codec: 'opus', bitrate }),
  )
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  output.addVideoTrack(picture)
  output.addAudioTrack(tone!, { disposition: { default: false } })
  output.addAudioTrack(silence!, { disposition: { default: true } })
  await output.start()
  for (let at = 0; at < 30; at += 1) await picture.add(at / 30, 1 / 30)
  const buffers = [0.5, 0].map((loud) => {
    const buffer = new AudioBuffer({ length: RATE, sampleRate: RATE, numberOfChannels: 1 })
    buffer.getChannelData(0).forEach((_, at, all) => {
      all[at] = loud * Math.sin((at * 2 * Math.PI * 440) / RATE)
    })
    return buffer
  })
  await Promise.all([tone?.add(buffers[0]!), silence?.add(buffers[1]!)])
  await output.finalize()
  return new Blob([target.buffer as ArrayBuffer], { type: 'video/webm' })
}

test('of several sounds the one that was promised is kept, and not the one that a reader prefers', async () => {
  const file = await filmOfTwoSounds()
  const before = await probed(file)
  expect(before).toMatchObject({ soundsLeftOut: 1, kept: { video: 0, audio: 1 } })
  // A picture that not every browser shows, so that the file is encoded again.
  const shown = { ...before, videoCodec: 'hevc', conversion: 'wanted' } as const
  const made = await shrinkVideo(file, shown, alone)
  expect(made.blob).not.toBe(file)
  expect(await probed(made.blob)).toMatchObject({ soundsLeftOut: 0 })
  const sound = await new OfflineAudioContext(1, RATE, RATE).decodeAudioData(await made.blob.arrayBuffer())
  expect(Math.max(...sound.getChannelData(0))).toBeGreaterThan(0.2)
})
