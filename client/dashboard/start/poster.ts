import { qrCode } from '../../ui/qr/qr-code.ts'
import { qrPath } from '../../ui/qr/qr-picture.tsx'
import { bareAddress } from './share-links.ts'

const SIZE = { width: 1080, height: 1920 }
const INK = '#0c1612'
const CHALK = '#f6f2e8'
const SIGNAL = '#ff6338'
const QR = { left: 250, top: 900, side: 580 }

type Poster = { name: string; sport: string | null; url: string }

/**
 * Draws the picture for a story: who answers, and the QR code that leads to them. Works offline; null when the
 * browser cannot draw it.
 */
export async function drawPoster({ name, sport, url }: Poster): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const brush = canvas.getContext('2d')
  if (!brush) return null
  await document.fonts.ready
  brush.fillStyle = INK
  brush.fillRect(0, 0, SIZE.width, SIZE.height)
  drawLanes(brush)
  drawWords(brush, { name, sport, url })
  drawCode(brush, url)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Draws running lanes that bend away, in the manner of the chalk lines. */
function drawLanes(brush: CanvasRenderingContext2D): void {
  brush.lineWidth = 3
  for (let lane = 0; lane < 8; lane += 1) {
    brush.strokeStyle = lane === 5 ? SIGNAL : 'rgb(246 242 232 / 0.16)'
    brush.beginPath()
    brush.arc(SIZE.width * 0.1, SIZE.height * 1.02, 560 + lane * 150, Math.PI, 2 * Math.PI)
    brush.stroke()
  }
}

function drawWords(brush: CanvasRenderingContext2D, { name, sport, url }: Poster): void {
  brush.textAlign = 'center'
  brush.fillStyle = CHALK
  brush.font = '650 52px Archivo, sans-serif'
  brush.fillText('Ask me anything about', SIZE.width / 2, 300, 940)
  fillFitting(brush, { text: sport ?? 'my sport', top: 430, most: 150 })
  brush.fillStyle = SIGNAL
  fillFitting(brush, { text: name, top: 640, most: 120 })
  brush.fillStyle = CHALK
  brush.font = '400 44px "Public Sans", sans-serif'
  brush.fillText('I answer by video, within 3 days.', SIZE.width / 2, 740, 940)
  brush.font = '650 48px Archivo, sans-serif'
  brush.fillText(bareAddress(url), SIZE.width / 2, 1620, 940)
}

type Line = { text: string; top: number; most: number }

/** Writes a text as large as its line has room for. */
function fillFitting(brush: CanvasRenderingContext2D, { text, top, most }: Line): void {
  let size = most
  do {
    brush.font = `800 ${size}px Archivo, sans-serif`
    size -= 6
  } while (size > 48 && brush.measureText(text).width > 940)
  brush.fillText(text, SIZE.width / 2, top, 940)
}

function drawCode(brush: CanvasRenderingContext2D, url: string): void {
  const code = qrCode(url)
  const { left, top, side } = QR
  brush.fillStyle = '#fffdf7'
  brush.fillRect(left, top, side, side)
  const module = side / (code.length + 8)
  brush.save()
  brush.translate(left + 4 * module, top + 4 * module)
  brush.scale(module, module)
  brush.fillStyle = '#10201a'
  brush.fill(new Path2D(qrPath(code)))
  brush.restore()
}
