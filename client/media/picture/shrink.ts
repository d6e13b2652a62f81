import type { Crop } from './crop.ts'

/** The largest file that is opened. A larger file is no photograph, and reading it could exhaust a phone's memory. */
const MOST_FILE_BYTES = 60_000_000
const QUALITY = 0.85

/** Decodes a picture and turns it upright; null for a file that is no picture. An SVG drawing counts as none. */
export async function openPicture(file: Blob): Promise<ImageBitmap | null> {
  if (file.size > MOST_FILE_BYTES || file.type === 'image/svg+xml') return null
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
}

/**
 * Draws the crop at its final size. The new file contains none of the camera's metadata, such as the place. It is
 * WebP where the browser can write it, otherwise JPEG.
 */
export async function shrinkPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = crop.toWidth
  canvas.height = crop.toHeight
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('this browser draws no pictures')
  // A white background for transparent pixels.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, crop.toWidth, crop.toHeight)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, crop.toWidth, crop.toHeight)
  const webp = await encoded(canvas, 'image/webp')
  // A browser that cannot write WebP silently writes PNG.
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
