/** A moment of a canvas, upright and of one colour. */
export async function film(colour = '#000'): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 84 })
  const drawn = canvas.getContext('2d') as CanvasRenderingContext2D
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' })
  drawn.fillStyle = colour
  const paint = () => {
    drawn.fillRect(0, 0, 48, 84)
    if (recorder.state === 'recording') requestAnimationFrame(paint)
  }
  const first = new Promise<Blob>((resolve) =>
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && resolve(data)),
  )
  recorder.start(200)
  paint()
  const data = await first
  recorder.stop()
  return data
}
