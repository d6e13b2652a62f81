import { viewOf } from './boxes.ts'
import type { Part } from './structure.ts'

/** The boxes that may come first; early QuickTime files do not state their type. */
const HEADS = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'])
const OTHERS = new Set(
  'free skip wide pnot udta uuid meta sidx ssix styp mfra pdin prft emsg junk'.split(' '),
)
const LARGEST_TYPE = 4_096
const LARGEST_INDEX = 33_554_432

/** Reads the box at a position of an MP4 or QuickTime file. */
export function nextBox(header: Uint8Array, at: number, size: number): Part {
  if (header.length < 8) return { kind: 'wrong', next: at }
  const view = viewOf(header)
  const told = view.getUint32(0)
  const type = String.fromCharCode(...header.subarray(4, 8))
  if (told === 1 && header.length < 16) return { kind: 'wrong', next: at }
  const length = told === 1 ? Number(view.getBigUint64(8)) : told === 0 ? size - at : told
  const next = at + length
  if (length < 8 || (at === 0 && !HEADS.has(type))) return { kind: 'wrong', next: at }
  if (type === 'mdat' || type === 'moof') return { kind: 'media', next }
  if (next > size) return { kind: 'wrong', next: at }
  if (type === 'moov') return length <= LARGEST_INDEX ? { kind: 'tracks', next } : { kind: 'wrong', next: at }
  if (type === 'ftyp') return length <= LARGEST_TYPE ? { kind: 'other', next } : { kind: 'wrong', next: at }
  return { kind: OTHERS.has(type) ? 'other' : 'unknown', next }
}
