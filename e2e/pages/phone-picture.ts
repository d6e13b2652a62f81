import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'

const PORTRAIT = new URL('../../server/testing/media/portrait.jpg', import.meta.url)

/** Metadata as a phone writes it into a picture: here the place. */
export const TAKEN_AT = 'GPS 59.91 N 10.75 E'

/** Returns a picture as a phone provides it: stored sideways, with EXIF orientation 6. */
export async function phonePicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const jpeg = await readFile(PORTRAIT)
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(TAKEN_AT)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  const buffer = Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }
}

/** Returns size, bytes and the colours at the left and at the bottom of a picture that the page can load. */
export function lookAt(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const answer = await fetch(address)
    const blob = await answer.blob()
    const picture = await createImageBitmap(blob)
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    const pen = canvas.getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const colourAt = (x: number, y: number) => [
      ...(pen?.getImageData(picture.width * x, picture.height * y, 1, 1).data ?? []),
    ]
    return {
      width: picture.width,
      height: picture.height,
      text: new TextDecoder('latin1').decode(await blob.arrayBuffer()),
      left: colourAt(0.1, 0.5),
      bottom: colourAt(0.5, 0.95),
    }
  }, url)
}
