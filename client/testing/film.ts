import { BufferTarget, CanvasSource, Output, QUALITY_LOW, WebMOutputFormat } from 'mediabunny'

const PICTURES = 12
const PICTURE_S = 1 / 60

/**
 * Makes an upright video of a fifth of a second in one colour. It contains every frame, however busy the machine
 * is.
 */
export async function film(colour = '#000'): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 84 })
  const drawn = canvas.getContext('2d') as CanvasRenderingContext2D
  drawn.fillStyle = colour
  drawn.fillRect(0, 0, 48, 84)
  const source = new CanvasSource(canvas, { codec: 'vp8', bitrate: QUALITY_LOW })
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  output.addVideoTrack(source)
  await output.start()
  for (let picture = 0; picture < PICTURES; picture += 1) await source.add(picture * PICTURE_S, PICTURE_S)
  await output.finalize()
  return new Blob([target.buffer as ArrayBuffer], { type: 'video/webm' })
}
