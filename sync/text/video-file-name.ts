import type { VideoPurpose } from '../media/video.ts'

const LONGEST = 60
const ENDINGS: Record<string, string> = { 'video/webm': 'webm', 'video/quicktime': 'mov' }

/**
 * Returns the file name of a saved video, made from its subject in characters that every file system accepts; from
 * its purpose where nothing is left of the subject.
 */
export function videoFileName(
  about: string,
  { type, purpose }: { type: string; purpose: VideoPurpose },
): string {
  const words = about
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const name = [...words].slice(0, LONGEST).join('').trim().replaceAll(' ', '-')
  return `${name || purpose}.${ENDINGS[type.split(';')[0] ?? ''] ?? 'mp4'}`
}
