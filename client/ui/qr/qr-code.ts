import { encode } from 'uqr'

/** A text's QR code, error correction M: rows of dark modules, without the quiet zone. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data
}
