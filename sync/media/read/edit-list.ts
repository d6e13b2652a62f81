import { type Box, boxesIn, viewOf } from './boxes.ts'

/** A stretch of a track by its own time stamps, in seconds; `to` may be infinite. */
export type Stretch = { from: number; to: number }

/**
 * The part of a track that is shown. An app that cuts a film often keeps all of it in the file and writes such a
 * list.
 */
export type EditList = {
  /** The shown stretches, in the order they are played. */
  stretches: Stretch[]
  /** How many seconds nothing is shown before the first stretch. */
  delay: number
  /**
   * Whether we cannot follow the list, because it pauses in the middle or asks for slow motion, fast motion or a
   * still.
   */
  isOdd: boolean
}

type Track = { id: number | null; scale: number | null; entries: Entry[] | null }
type Entry = { duration: number; mediaTime: number; rate: number }

/** The largest number of entries that is read; a larger one is an attack. */
const MOST_ENTRIES = 1_000
const PLAIN_RATE = 0x10000

/**
 * Reads the edit lists of a film from the content of its index (`moov`), by track id. A track without a list, or
 * with one that cannot be read, is missing from the result and is shown whole.
 */
export function readEditLists(index: Uint8Array): Map<number, EditList> {
  const whole = { start: 0, end: index.length }
  const view = viewOf(index)
  const boxes = boxesIn(index, whole)
  const header = boxes.find(({ type }) => type === 'mvhd')
  const filmScale = header ? readHead(view, header) : null
  const lists = new Map<number, EditList>()
  if (!filmScale) return lists
  for (const box of boxes.filter(({ type }) => type === 'trak')) {
    const { id, scale, entries } = readTrack(index, view, box)
    const list = id !== null && scale && entries ? toEditList(entries, filmScale, scale) : null
    if (id !== null && list) lists.set(id, list)
  }
  return lists
}

function readTrack(index: Uint8Array, view: DataView, trak: Box): Track {
  const inside = boxesIn(index, trak)
  const within = (parent: string, type: string) => {
    const outer = inside.find((box) => box.type === parent)
    return outer && boxesIn(index, outer).find((box) => box.type === type)
  }
  const header = inside.find(({ type }) => type === 'tkhd')
  const media = within('mdia', 'mdhd')
  const list = within('edts', 'elst')
  return {
    id: header ? readHead(view, header) : null,
    scale: media ? readHead(view, media) : null,
    entries: list ? readEntries(view, list) : null,
  }
}

/** Reads the number after the creation times: in `mvhd` and `mdhd` the ticks per second, in `tkhd` the track id. */
function readHead(view: DataView, { start, end }: Box): number | null {
  if (end - start < 24) return null
  return view.getUint32(start + (view.getUint8(start) === 1 ? 20 : 12))
}

function readEntries(view: DataView, { start, end }: Box): Entry[] | null {
  if (end - start < 8) return null
  const isLong = view.getUint8(start) === 1
  const width = isLong ? 20 : 12
  const count = view.getUint32(start + 4)
  if (count > MOST_ENTRIES || start + 8 + count * width > end) return null
  return Array.from({ length: count }, (_, place) => {
    const at = start + 8 + place * width
    return isLong
      ? {
          duration: Number(view.getBigUint64(at)),
          mediaTime: Number(view.getBigInt64(at + 8)),
          rate: view.getInt32(at + 16),
        }
      : { duration: view.getUint32(at), mediaTime: view.getInt32(at + 4), rate: view.getInt32(at + 8) }
  })
}

/**
 * Converts the entries of a list. Durations are in ticks of the film, positions in ticks of the track; a duration
 * of zero means until the end.
 */
function toEditList(entries: Entry[], filmScale: number, scale: number): EditList | null {
  const stretches: Stretch[] = []
  const list: EditList = { stretches, delay: 0, isOdd: false }
  let gap = 0
  for (const { duration, mediaTime, rate } of entries) {
    const lasting = duration / filmScale
    if (mediaTime < 0) {
      gap += lasting
      continue
    }
    const from = mediaTime / scale
    const to = duration === 0 ? Number.POSITIVE_INFINITY : from + lasting
    const last = stretches.at(-1)
    if (!last) list.delay = gap
    list.isOdd ||= rate !== PLAIN_RATE || (last !== undefined && gap > 0)
    // A stretch that continues where the previous one ended is not a cut.
    if (last && gap === 0 && Math.abs(last.to - from) < 1 / filmScale) last.to = to
    else stretches.push({ from, to })
    gap = 0
  }
  return stretches.length > 0 ? list : null
}
