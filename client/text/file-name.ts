const LONGEST = 60
const ENDINGS: Record<string, string> = { 'video/webm': 'webm', 'video/quicktime': 'mov' }

/** Returns the file name of a saved video, made from its subject, in characters that every file system accepts. */
export function videoFileName(about: string, type: string): string {
  const words = about
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const name = [...words].slice(0, LONGEST).join('').trim().replaceAll(' ', '-')
  return `${name || 'answer'}.${ENDINGS[type.split(';')[0] ?? ''] ?? 'mp4'}`
}
