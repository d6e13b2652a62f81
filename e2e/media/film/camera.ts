import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright/test'

const SIZE = { width: 720, height: 1280, frames: 96 }

/** Makes a video file that a browser uses as its fake camera: a chalk figure on the home straight who speaks. */
export async function makeCamera(browser: Browser): Promise<string> {
  const page = await browser.newPage()
  const pictures: string[] = await page.evaluate(drawSpeaker, SIZE)
  await page.close()
  const file = join(await mkdtemp(join(tmpdir(), 'infield-camera-')), 'speaker.mjpeg')
  await writeFile(file, Buffer.concat(pictures.map((picture) => Buffer.from(picture, 'base64'))))
  return file
}

/** Runs in the browser: draws one cycle of a short loop, each picture as JPEG in base64. */
function drawSpeaker({ width, height, frames }: typeof SIZE): string[] {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const round = (fill: string, [x, y]: [number, number], [wide, high]: [number, number]) => {
    context.fillStyle = fill
    context.beginPath()
    context.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI)
    context.fill()
  }
  const drawTrack = () => {
    context.fillStyle = '#24483a'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#b4532f'
    context.fillRect(0, 620, width, height)
    context.strokeStyle = 'rgba(250,247,240,.7)'
    context.lineWidth = 5
    for (let lane = -5; lane <= 5; lane += 1) {
      context.beginPath()
      context.moveTo(width / 2 + lane * 26, 620)
      context.lineTo(width / 2 + lane * 260, height)
      context.stroke()
    }
  }
  return Array.from({ length: frames }, (_, frame) => {
    const turn = (frame / frames) * 2 * Math.PI
    const sway = 10 * Math.sin(turn * 2)
    const mouth = 6 + 14 * Math.abs(Math.sin(turn * 11) * Math.sin(turn * 5 + 1))
    drawTrack()
    round('#faf7f0', [360 + sway / 2, 1250], [300, 390])
    round('#8a5a3c', [360 + sway, 820], [62, 110])
    round('#9c6845', [360 + sway, 640], [150, 190])
    round('#1c1a18', [360 + sway, 520], [165, 110])
    round('#1c1a18', [305 + sway, 640], [15, frame % 32 < 2 ? 3 : 15])
    round('#1c1a18', [415 + sway, 640], [15, frame % 32 < 2 ? 3 : 15])
    round('#5a2c22', [360 + sway, 745], [42, mouth])
    return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? ''
  })
}
