import { mkdir, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import { findOrInstallBrowser } from '../../.ci/browser.ts'

/*
 * Makes the demo's videos: short chalk-and-ink animations with a quiet tone, recorded by a browser's own recorder,
 * because no encoder runs in Node. Run it by hand to change them: node e2e/media/make-demo-videos.ts
 */

type Clip = { name: string; title: string; lines: string[]; seconds: number; hue: string }

const OUT = new URL('../../server/demo/videos/', import.meta.url)
const CLIPS: Clip[] = [
  {
    name: 'question-start',
    title: 'My start',
    lines: ['Out of the blocks', 'I stand up too early.', 'What would you change?'],
    seconds: 6,
    hue: '#ff5a36',
  },
  {
    name: 'question-stride',
    title: 'Hurdle four',
    lines: ['I lose my stride', 'between three and four.'],
    seconds: 5,
    hue: '#ff5a36',
  },
  {
    name: 'answer-blocks',
    title: 'Stay low',
    lines: ['Push, do not stand.', 'Eyes on the track', 'for the first ten metres.', 'Count your steps.'],
    seconds: 8,
    hue: '#8fd3a7',
  },
  {
    name: 'answer-breathing',
    title: 'Breathe out',
    lines: ['Out on the effort.', 'In on the reach.', 'Nothing in between.'],
    seconds: 7,
    hue: '#8fd3a7',
  },
]

const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
})
const page = await browser.newPage()
await page.evaluate(installDrawing)
await mkdir(OUT, { recursive: true })
for (const clip of CLIPS) {
  const base64 = await page.evaluate(recordClip, clip)
  await writeFile(new URL(`${clip.name}.webm`, OUT), Buffer.from(base64, 'base64'))
}
await browser.close()

/** Runs in the browser: draws and records a clip, and returns the file as base64. */
async function recordClip({ title, lines, seconds, hue }: Clip): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 854
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const stream = canvas.captureStream(20)
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  gain.gain.value = 0.02
  tone.frequency.value = 196
  const target = audio.createMediaStreamDestination()
  tone.connect(gain).connect(target)
  tone.start()
  for (const track of target.stream.getAudioTracks()) stream.addTrack(track)
  const draw = (at: number) => Reflect.get(window, 'drawClip')(context, { title, lines, seconds, hue, at })
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/webm;codecs=vp9,opus',
    videoBitsPerSecond: 350_000,
    audioBitsPerSecond: 24_000,
  })
  const parts: Blob[] = []
  recorder.ondataavailable = (event) => parts.push(event.data)
  const stopped = new Promise((done) => {
    recorder.onstop = done
  })
  const began = performance.now()
  draw(0)
  recorder.start(1000)
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const at = (performance.now() - began) / 1000
      draw(at)
      if (at < seconds) return
      clearInterval(timer)
      done()
    }, 50)
  })
  recorder.stop()
  await stopped
  await audio.close()
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Runs in the browser: draws one frame, with a runner on the bend and the text coming in. */
function installDrawing(): void {
  const drawClip = (
    context: CanvasRenderingContext2D,
    { title, lines, seconds, hue, at }: Clip & { at: number },
  ) => {
    context.fillStyle = '#14251d'
    context.fillRect(0, 0, 480, 854)
    context.strokeStyle = 'rgba(250,247,240,.35)'
    context.lineWidth = 3
    for (let lane = 0; lane < 7; lane += 1) {
      context.beginPath()
      context.ellipse(
        240,
        620,
        90 + lane * 42,
        190 + lane * 52,
        0,
        Math.PI,
        Math.PI * (1 + Math.min(1, at / (seconds * 0.7))),
      )
      context.stroke()
    }
    const turn = Math.PI * (1 + Math.min(1, at / seconds))
    context.fillStyle = hue
    context.beginPath()
    context.arc(240 + Math.cos(turn) * 195, 620 + Math.sin(turn) * 320, 16, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = '#faf7f0'
    context.font = '800 54px sans-serif'
    context.fillText(title, 36, 110)
    context.font = '28px sans-serif'
    lines.forEach((line, index) => {
      if (at > 0.6 + index * 0.9) context.fillText(line, 36, 170 + index * 42)
    })
  }
  Reflect.set(window, 'drawClip', drawClip)
}
