import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpeg, { init } from '@jsquash/jpeg/decode.js'

const PICTURES = 10
/** The second of a seed by its colour: red, green and blue, each above half or not. */
const SECONDS: Record<string, number> = { '100': 0, '010': 1, '000': 1, '001': 2, '110': 3 }

/** Returns which second of its seed each picture of a strip shows, from left to right. */
export async function secondsOf(strip: Uint8Array): Promise<(number | undefined)[]> {
  const wasm = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')
  await init(await WebAssembly.compile(await readFile(wasm)))
  const { data, width, height } = await decodeJpeg(new Uint8Array(strip).buffer)
  return Array.from({ length: PICTURES }, (_, place) => {
    const x = Math.floor(((place + 0.5) * width) / PICTURES)
    const at = 4 * (Math.floor(height / 2) * width + x)
    const bits = [0, 1, 2].map((channel) => (Number(data[at + channel]) > 100 ? 1 : 0))
    return SECONDS[bits.join('')]
  })
}
