import { type Box, boxesIn, viewOf } from './boxes.ts'

/** A stretch of a track by its own time stamps, in seconds; it may be without an end. */
export type Stretch = { from: number; to: number }

/** What of a track is shown: an app that cuts a film often leaves all of it there, and writes this. */
export type EditList = {
  /** What is shown, in order, one after the other. */
  stretches: Stretch[]
  /** How long nothing is shown before the first of them, in seconds. */
  delay: number
  /** Nothing here can follow it: it pauses in the middle, or is to be shown slower, faster or as a still. */
  isOdd: boolean
}

type Track = { id: number | null; scale: number | null; entries: Entry[] | null }
type Entry = { duration: number; mediaTime: number; rate: number }

/** More are hostile. */
const MOST_ENTRIES = 1_000
const PLAIN_RATE = 0x10000

/**
 * The edit lists of a film by the ids of its tracks, from the content of its index (`moov`). A track without one, or
 * whose own is not understood, is not among them: it is shown whole.
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

/** What stands behind the times of creation: in `mvhd` and `mdhd` how many ticks a second has, in `tkhd` the id. */
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

/** Durations are told in ticks of the film, places in those of the track; no duration means until the end. */
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
    // what goes on where the one before it ended is no cut
    if (last && gap === 0 && Math.abs(last.to - from) < 1 / filmScale) last.to = to
    else stretches.push({ from, to })
    gap = 0
  }
  return stretches.length > 0 ? list : null
}
