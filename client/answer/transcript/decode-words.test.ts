import { expect, test } from 'vitest'
import { decodeWords } from './decode-words.ts'

const WORDS = 'Grüße, “Zoë”'

const utf16 = (byteOrder: 'little' | 'big') => {
  const units = [0xfeff, ...Array.from(WORDS, (letter) => letter.charCodeAt(0))]
  const view = new DataView(new ArrayBuffer(units.length * 2))
  for (const [at, unit] of units.entries()) view.setUint16(at * 2, unit, byteOrder === 'little')
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', new TextEncoder().encode(WORDS)],
  ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${WORDS}`)],
  ['UTF-16 of a PC', utf16('little')],
  ['UTF-16, the other way round', utf16('big')],
  // The quotation marks are where Latin-1 has none.
  ['windows-1252', Uint8Array.from(Buffer.from('Gr\xfc\xdfe, \x93Zo\xeb\x94', 'latin1'))],
])('words are read from %s', (_name, bytes) => expect(decodeWords(bytes)).toBe(WORDS))

test('an empty file has no words', () => expect(decodeWords(new Uint8Array())).toBe(''))
