/**
 * Decodes a text file: UTF-16 by its byte order mark, otherwise UTF-8, and what is no UTF-8 as windows-1252, in which
 * subtitle editors on Windows write.
 */
export function decodeWords(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
