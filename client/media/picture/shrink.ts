import type { Crop } from './crop.ts'

/** Larger files are no photographs; reading one would cost a phone its memory. */
const MOST_FILE_BYTES = 60_000_000
const QUALITY = 0.85

/** A picture as it is seen, turned the way it was taken; null for what is none. A drawing (SVG) is none. */
export async function openPicture(file: Blob): Promise<ImageBitmap | null> {
  if (file.size > MOST_FILE_BYTES || file.type === 'image/svg+xml') return null
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
}

/**
 * The cropped picture at the size it is shown at, drawn anew: what a phone wrote beside it, such as where it was taken,
 * is not in it. WebP where the browser writes it, else JPEG.
 */
export async function shrinkPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = crop.toWidth
  canvas.height = crop.toHeight
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('this browser draws no pictures')
  // behind what was transparent
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, crop.toWidth, crop.toHeight)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, crop.toWidth, crop.toHeight)
  const webp = await encoded(canvas, 'image/webp')
  // a browser that cannot write it writes PNG, without a word
  return webp.type === 'image/webp' ? webp : encoded(canvas, 'image/jpeg')
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('the picture was not written'))),
      type,
      QUALITY,
    )
  })
}
