import { createHash } from 'node:crypto'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import { pause } from '../../pause.ts'
import type { Browser } from '../browser.ts'
import type { Clip, Way } from '../grounds/ground.ts'
import type { History } from '../invariants/history.ts'
import { sampleVideo } from './sample.ts'

/** A video on a device: its declaration and its bytes. */
export type Video = { declared: DeclaredVideo; bytes: Uint8Array<ArrayBuffer> }

/** Returns a clip under this id. The broken clips are declared as correctly as the good ones. */
export async function videoOf(clip: Clip, id: string): Promise<Video> {
  if (clip !== 'playlist' && clip !== 'torn') {
    const { declared, bytes } = await sampleVideo(clip)
    return { declared: { ...declared, id }, bytes: new Uint8Array(bytes) }
  }
  const whole = await sampleVideo('answer.mp4')
  const text = '#EXTM3U\n#EXTINF:10,\n../served/somebody.mp4\n#EXT-X-ENDLIST\n'
  const bytes =
    clip === 'torn' ? new Uint8Array(whole.bytes.subarray(0, 20_000)) : new TextEncoder().encode(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { declared: { ...whole.declared, id, sha256, bytes: bytes.length }, bytes: new Uint8Array(bytes) }
}

export type Sending = {
  browser: Browser
  video: Video
  purpose: 'question' | 'answer'
  questionId: string
  history: History
}

const TUS = { 'tus-resumable': '1.0.0' }

/** Sends a video's missing bytes in the given way, cut at the fraction `at`. Returns false if nothing was sent. */
export async function sendVideo(sending: Sending, way: Way, at: number): Promise<boolean> {
  const path = await create(sending)
  if (path === null) return false
  const from = await offsetOf(sending, path)
  if (from === null || from > sending.video.bytes.length) return false
  await sendRest(sending, { path, from, way, at })
  return from < sending.video.bytes.length
}

async function sendRest(
  sending: Sending,
  { path, from, way, at }: { path: string; from: number; way: Way; at: number },
): Promise<void> {
  const { bytes } = sending.video
  const middle = from + Math.floor((bytes.length - from) * at)
  switch (way) {
    case 'whole':
      return void (await patch(sending, path, { from, body: bytes.slice(from) }))
    case 'slow':
      return void (await patch(sending, path, { from, body: slowly(bytes.slice(from)) }))
    case 'wrong':
      return void (await patch(sending, path, { from, body: bytes.slice(from).map((byte) => byte ^ 0x55) }))
    case 'cut':
      return void (await patch(sending, path, { from, body: brokenOff(bytes.slice(from, middle)) }))
    case 'pieces':
      if (await patch(sending, path, { from, body: bytes.slice(from, middle) })) {
        await patch(sending, path, { from: middle, body: bytes.slice(middle) })
      }
      return
    case 'given up':
      await patch(sending, path, { from, body: bytes.slice(from, middle) })
      await sending.browser.request(path, { method: 'DELETE', headers: TUS })
      sending.history.forgetBytes(sending.video.declared.id)
  }
}

async function create({ browser, video, purpose, questionId }: Sending): Promise<string | null> {
  const { id, sha256, type, durationMs, source } = video.declared
  const facts = {
    mediaId: id,
    purpose,
    sha256,
    filetype: type,
    durationMs: String(durationMs),
    source,
    questionId,
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const made = await browser.request('/files', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(video.bytes.length), 'upload-metadata': metadata.join(',') },
  })
  return made.status === 201 ? `/files/${id}` : null
}

async function offsetOf({ browser }: Sending, path: string): Promise<number | null> {
  const answer = await browser.request(path, { method: 'HEAD', headers: TUS })
  return answer.ok ? Number(answer.headers.get('upload-offset')) : null
}

type Piece = { from: number; body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }

async function patch(
  { browser, video, history }: Sending,
  path: string,
  { from, body }: Piece,
): Promise<boolean> {
  const answer = await browser.request(path, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    raw: body,
  })
  if (answer.status !== 204) return false
  const to = Number(answer.headers.get('upload-offset'))
  history.bytesTaken(video.declared.id, { from, to, total: video.bytes.length })
  return true
}

/** Returns the bytes as a stream of four parts with pauses, so that another sender can come in between. */
function slowly(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      const next = Math.min(bytes.length, sent + Math.ceil(bytes.length / 4))
      controller.enqueue(bytes.slice(sent, next))
      sent = next
      if (sent === bytes.length) controller.close()
      else await pause(40)
    },
  })
}

/** Returns the bytes as a stream whose connection breaks after the last of them. */
function brokenOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = bytes.length === 0
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('connection lost'))
      else controller.enqueue(bytes)
      isSent = true
    },
  })
}
