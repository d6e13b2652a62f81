import { letGo } from '../let-go.ts'

/** Pictures in a strip, as the server draws them too. */
const PICTURES = 10

type Drawn = { url: string; durationMs: number; signal: AbortSignal; pictures?: number }

/** Draws pictures of a video side by side, one after the other; one that does not come leaves its place empty. */
export async function drawStrip(
  canvas: HTMLCanvasElement,
  { url, durationMs, signal, pictures = PICTURES }: Drawn,
): Promise<void> {
  const pen = canvas.getContext('2d')
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
  // an opened video outlives its deletion
  signal.addEventListener('abort', () => letGo(video), { once: true })
  const width = canvas.width / pictures
  for (let place = 0; place < pictures && !signal.aborted; place += 1) {
    if (!(await seek(video, ((place + 0.5) * durationMs) / pictures / 1_000, signal))) break
    pen?.drawImage(video, ...cropOf(video, width / canvas.height), place * width, 0, width, canvas.height)
  }
  letGo(video)
}

/** The middle of a picture, in another shape: x, y, width and height. */
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
