import { letGo } from '../let-go.ts'

/** The number of pictures in a strip, the same as on the server. */
const PICTURES = 10

type Drawn = { url: string; durationMs: number; signal: AbortSignal; pictures?: number }

/** Draws pictures of a video side by side, and stops at the first that cannot be loaded. */
export async function drawStrip(
  canvas: HTMLCanvasElement,
  { url, durationMs, signal, pictures = PICTURES }: Drawn,
): Promise<void> {
  const pen = canvas.getContext('2d')
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
  // Unload the video, because an opened video's bytes outlive its deletion.
  signal.addEventListener('abort', () => letGo(video), { once: true })
  const width = canvas.width / pictures
  for (let place = 0; place < pictures && !signal.aborted; place += 1) {
    if (!(await seek(video, ((place + 0.5) * durationMs) / pictures / 1_000, signal))) break
    pen?.drawImage(video, ...cropOf(video, width / canvas.height), place * width, 0, width, canvas.height)
  }
  letGo(video)
}

/** Returns the largest centred part of a picture in another shape: x, y, width and height. */
export function cropOf(
  { videoWidth, videoHeight }: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'>,
  shape: number,
): [number, number, number, number] {
  const width = Math.min(videoWidth, videoHeight * shape)
  const height = Math.min(videoHeight, videoWidth / shape)
  return [(videoWidth - width) / 2, (videoHeight - height) / 2, width, height]
}

function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const end = (isThere: boolean) => () => done(isThere)
    const once = { once: true, signal }
    video.addEventListener('seeked', end(true), once)
    video.addEventListener('error', end(false), once)
    signal.addEventListener('abort', end(false), { once: true })
    video.currentTime = seconds
  })
}
