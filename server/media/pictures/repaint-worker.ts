import { parentPort, workerData } from 'node:worker_threads'
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js'
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js'
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js'
import { repackPng } from './png.ts'
import type { Painted, Painting } from './repaint.ts'
import { type Codec, type CodecImports, runCodec } from './wasm.ts'

/** The code of the worker that `repaint.ts` starts, because the pixels it reads come from strangers. */
const { bytes, type, width, height, codecs } = workerData as Painting
const QUALITY = 84

/** A replacement for the browser's `ImageData`, which decoders create and Node does not have. */
class Pixels {
  readonly colorSpace = 'srgb'
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, wide: number, high: number) {
    this.data = data
    this.width = wide
    this.height = high
  }
}
Object.assign(globalThis, { ImageData: Pixels })

const tell = (painted: Painted) => parentPort?.postMessage(painted)

let complaints = 0
const using = (codec: Codec) => ({
  instantiateWasm: (imports: CodecImports, use: (instance: ReturnType<typeof runCodec>) => void) => {
    const instance = runCodec(codec, imports)
    use(instance)
    return instance.exports
  },
  // a decoder that continues despite missing data complains and paints grey
  printErr: () => {
    complaints += 1
  },
})

try {
  tell({ bytes: type === 'image/png' ? repackPng(Buffer.from(bytes)) : await paint() })
} catch {
  tell({ bytes: null })
}

async function paint(): Promise<Uint8Array> {
  const painted = await decode()
  if (painted.width !== width || painted.height !== height || complaints > 0)
    throw new Error('not as it says')
  onWhite(painted.data)
  await initJpegEncoder(using(codecs.jpegEncoder) as never)
  return new Uint8Array(await encodeJpeg(painted as never, { quality: QUALITY }))
}

async function decode(): Promise<Pixels> {
  const file = Uint8Array.from(bytes).buffer
  if (type === 'image/webp') {
    await initWebpDecoder(using(codecs.webpDecoder) as never)
    return (await decodeWebp(file)) as unknown as Pixels
  }
  await initJpegDecoder(using(codecs.jpegDecoder) as never)
  return (await decodeJpeg(file)) as unknown as Pixels
}

/** Puts white behind transparent pixels, as the cropping page does. */
function onWhite(pixels: Uint8ClampedArray): void {
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] ?? 255
    if (alpha === 255) continue
    for (let part = at - 3; part < at; part += 1)
      pixels[part] = ((pixels[part] ?? 0) * alpha + 255 * (255 - alpha)) / 255
    pixels[at] = 255
  }
}
