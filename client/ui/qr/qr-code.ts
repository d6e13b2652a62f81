import { encode } from 'uqr'

/** Returns a text's QR code with error correction M: rows of modules, true for dark, without the quiet zone. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data
}
