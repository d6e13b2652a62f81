import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { PicturePlace, PictureType } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { PlainPicture } from './bytes.ts'
import { readPicture } from './read-picture.ts'
import { type Codec, compileCodec } from './wasm.ts'

type Read = PlainPicture & { type: PictureType }
type Codecs = {
  jpegDecoder: Codec
  jpegEncoder: Codec
  webpDecoder: Codec
}

/** The input of a worker: a picture reduced to its pixels, and the codecs. */
export type Painting = Read & { codecs: Codecs }
/** The repainted picture; null when its pixels cannot be read. */
export type Painted = { bytes: Uint8Array | null }

/** Decoding and encoding the largest picture takes a second on a slow machine. */
const DEADLINE_MS = 30_000
/** Without the pixels, whose number is known before any is read. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

let codecs: Promise<Codecs> | null = null
let line: Promise<unknown> = Promise.resolve()

/**
 * Reads a person's picture and repaints it from its pixels (S2-5.11, S2-5.12), so that our own encoder writes the
 * stored file; a PNG is inflated and deflated again instead. Pixels are read in a worker with a deadline, one picture
 * at a time in this process, and those of a JPEG or WebP in WebAssembly there, so that a crafted file can block or
 * break only that worker. Refuses `picture-type`, `picture-size`, `picture-unreadable`.
 */
export async function repaintPicture(file: Buffer, place: PicturePlace): Promise<Result<Read>> {
  const read = readPicture(file, place)
  if (!read.ok) return read
  const turn = line.then(() => repaint(read.value))
  line = turn.catch(() => {})
  const bytes = await turn
  if (!bytes) return refuse('picture-unreadable')
  const type = read.value.type === 'image/png' ? 'image/png' : 'image/jpeg'
  return done({ ...read.value, type, bytes })
}

async function repaint(picture: Read): Promise<Buffer | null> {
  codecs ??= loadCodecs()
  const painting: Painting = { ...picture, codecs: await codecs }
  const worker = new Worker(new URL('./repaint-worker.ts', import.meta.url), {
    workerData: painting,
    resourceLimits,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  try {
    const [painted] = await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })
    const { bytes } = painted as Painted
    return bytes && Buffer.from(bytes)
  } catch (error) {
    // a timeout, a lack of memory or a crash is the file's fault, but a missing file of ours is not
    if (error instanceof Error && 'syscall' in error) throw error
    return null
  } finally {
    await worker.terminate()
  }
}

/** Compiles the codecs once; a worker receives the compiled modules without their source. */
async function loadCodecs(): Promise<Codecs> {
  const [jpegDecoder, jpegEncoder, webpDecoder] = await Promise.all(
    ['jpeg/codec/dec/mozjpeg_dec', 'jpeg/codec/enc/mozjpeg_enc', 'webp/codec/dec/webp_dec'].map(compiled),
  )
  if (!jpegDecoder || !jpegEncoder || !webpDecoder) throw new Error('a codec was not compiled')
  return { jpegDecoder, jpegEncoder, webpDecoder }
}

async function compiled(name: string): Promise<Codec> {
  return compileCodec(await readFile(new URL(import.meta.resolve(`@jsquash/${name}.wasm`))))
}
