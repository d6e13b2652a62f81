/** So many pictures are taken, however long each takes on a busy machine. */
const PICTURES = 12

/** A moment of a canvas, upright and of one colour. */
export async function film(colour = '#000'): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 84 })
  const drawn = canvas.getContext('2d') as CanvasRenderingContext2D
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  drawn.fillStyle = colour
  for (let picture = 0; picture < PICTURES; picture += 1) {
    drawn.fillRect(0, 0, 48, 84)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await ended
  return new Blob(pieces, { type: 'video/webm' })
}
