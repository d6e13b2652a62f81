/** One picture of the app and how long it is shown. */
export type Shot = { jpeg: string; ms: number }
/** A caption beside some pictures. */
export type Scene = { title: string; text: string; shots: Shot[] }

/** The library that the page around `composeFilm` provides. */
type Bunny = typeof import('mediabunny')

const SIZE = { width: 1280, height: 720 }
const PHONE = { x: 842, y: 30, width: 305, height: 660, radius: 28 }
const FRAMES_PER_SECOND = 12
const BITS_PER_SECOND = 650_000

/**
 * Runs in the browser: draws every scene frame by frame and encodes the film. Returns the file as base64, and the
 * start of each scene in milliseconds.
 */
export async function composeFilm(
  scenes: Scene[],
  settings: ReturnType<typeof filmSettings>,
): Promise<{ base64: string; starts: number[]; lengthMs: number }> {
  const { size, rate, bitrate } = settings
  const bunny: Bunny = Reflect.get(window, 'mediabunny')
  const drawScene: typeof drawFilmScene = Reflect.get(window, 'drawFilmScene')
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const target = new bunny.BufferTarget()
  const output = new bunny.Output({ format: new bunny.Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new bunny.CanvasSource(canvas, { codec: 'avc', bitrate, keyFrameInterval: 2 })
  output.addVideoTrack(source, { frameRate: rate })
  await output.start()
  const starts: number[] = []
  let frame = 0
  for (const [index, scene] of scenes.entries()) {
    const first = frame
    starts.push(Math.round((frame / rate) * 1_000))
    for (const { jpeg, ms } of scene.shots) {
      const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${jpeg}`)).blob())
      for (const last = frame + Math.max(1, Math.round((ms / 1_000) * rate)); frame < last; frame += 1) {
        const at = { index, ms: ((frame - first) / rate) * 1_000 }
        drawScene(context, { ...settings, picture, scene, at })
        await source.add(frame / rate, 1 / rate)
      }
    }
  }
  await output.finalize()
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0))
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return { base64: btoa(text), starts, lengthMs: Math.round((frame / rate) * 1_000) }
}

type Drawing = ReturnType<typeof filmSettings> & {
  picture: ImageBitmap
  scene: Scene
  at: { index: number; ms: number }
}

/**
 * Runs in the browser: draws one frame, with the text on the left over the lanes of a track, and the phone on the
 * right.
 */
export function drawFilmScene(
  context: OffscreenCanvasRenderingContext2D,
  { size, phone, picture, scene, at }: Drawing,
): void {
  const writeLines = (words: string, { y, step, most }: { y: number; step: number; most: number }) => {
    let line = ''
    let bottom = y
    for (const word of words.split(' ')) {
      if (line && context.measureText(`${line} ${word}`).width > most) {
        context.fillText(line, 96, bottom)
        bottom += step
        line = word
      } else line = line ? `${line} ${word}` : word
    }
    context.fillText(line, 96, bottom)
    return bottom + step / 2
  }
  context.fillStyle = '#14251d'
  context.fillRect(0, 0, size.width, size.height)
  context.strokeStyle = 'rgba(250,247,240,.12)'
  context.lineWidth = 2
  for (let lane = 0; lane < 9; lane += 1) {
    context.beginPath()
    context.ellipse(120, 860, 220 + lane * 74, 300 + lane * 66, 0, Math.PI, 2 * Math.PI)
    context.stroke()
  }
  context.globalAlpha = Math.min(1, at.ms / 250)
  context.fillStyle = '#ff6a3d'
  context.font = '800 34px Film'
  context.fillText(String(at.index + 1), 96, 250)
  context.fillStyle = '#faf7f0'
  context.font = '800 60px Film'
  const below = writeLines(scene.title, { y: 318, step: 64, most: 640 })
  context.font = '400 29px Film'
  context.fillStyle = 'rgba(250,247,240,.82)'
  writeLines(scene.text, { y: below + 24, step: 42, most: 600 })
  context.globalAlpha = 1
  context.save()
  context.beginPath()
  context.roundRect(phone.x, phone.y, phone.width, phone.height, phone.radius)
  context.clip()
  context.drawImage(picture, phone.x, phone.y, phone.width, phone.height)
  context.restore()
  context.strokeStyle = '#0a1510'
  context.lineWidth = 8
  context.stroke()
}

export function filmSettings() {
  return { size: SIZE, phone: PHONE, rate: FRAMES_PER_SECOND, bitrate: BITS_PER_SECOND }
}
