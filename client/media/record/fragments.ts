import { type Box, boxesIn, viewOf } from '../../../sync/media/read/boxes.ts'

/**
 * Returns an MP4 recording without the fragments that begin at or after `fromMs`, counted from its first picture or
 * sound. The first fragment always stays, and what cannot be read is returned whole.
 */
export async function withoutFragmentsFrom(recorded: Blob, fromMs: number): Promise<Blob> {
  try {
    const end = endBefore(new Uint8Array(await recorded.arrayBuffer()), fromMs)
    return end === null ? recorded : recorded.slice(0, end, recorded.type)
  } catch {
    return recorded
  }
}

function endBefore(bytes: Uint8Array, fromMs: number): number | null {
  const boxes = boxesIn(bytes, { start: 0, end: bytes.length })
  const tracks = tracksOf(bytes, boxes)
  const first = boxes.find(({ type }) => type === 'moof')
  const zero = first ? Math.min(...startsOf(bytes, first, tracks).map(({ ms }) => ms)) : 0
  const cut = boxes.findIndex((box) => {
    if (box.type !== 'moof' || box === first) return false
    const starts = startsOf(bytes, box, tracks)
    const start = starts.find(({ isPicture }) => isPicture) ?? starts[0]
    return start !== undefined && start.ms - zero >= fromMs
  })
  return cut < 0 ? null : (boxes.slice(0, cut).findLast(({ type }) => type === 'mdat')?.end ?? null)
}

type Track = { isPicture: boolean; ticksPerSecond: number }

/** Reads the tracks that the header announces, by their ids. */
function tracksOf(bytes: Uint8Array, boxes: readonly Box[]): Map<number, Track> {
  const view = viewOf(bytes)
  const header = boxes.find(({ type }) => type === 'moov')
  const traks = header ? boxesIn(bytes, header).filter(({ type }) => type === 'trak') : []
  return new Map(
    traks.flatMap((trak) => {
      const [head] = within(bytes, trak, ['tkhd'])
      const [media] = within(bytes, trak, ['mdia', 'mdhd'])
      const [handler] = within(bytes, trak, ['mdia', 'hdlr'])
      if (!head || !media || !handler) return []
      const isPicture =
        String.fromCharCode(...bytes.subarray(handler.start + 8, handler.start + 12)) === 'vide'
      return [[afterTimes(view, head), { isPicture, ticksPerSecond: afterTimes(view, media) }] as const]
    }),
  )
}

/** Reads the number after the two creation times: a track's id in `tkhd`, its ticks per second in `mdhd`. */
const afterTimes = (view: DataView, { start }: Box) =>
  view.getUint32(start + (view.getUint8(start) === 1 ? 20 : 12))

/** Returns when the tracks of a fragment begin, in milliseconds. */
function startsOf(bytes: Uint8Array, moof: Box, tracks: Map<number, Track>) {
  const view = viewOf(bytes)
  return within(bytes, moof, ['traf']).flatMap((traf) => {
    const [head] = within(bytes, traf, ['tfhd'])
    const [time] = within(bytes, traf, ['tfdt'])
    const track = head && tracks.get(view.getUint32(head.start + 4))
    if (!track || !time) return []
    const isLong = view.getUint8(time.start) === 1
    const ticks = isLong ? Number(view.getBigUint64(time.start + 4)) : view.getUint32(time.start + 4)
    return [{ isPicture: track.isPicture, ms: (ticks / track.ticksPerSecond) * 1_000 }]
  })
}

/** Returns the boxes at a path of types inside a box. */
function within(bytes: Uint8Array, box: Box, path: readonly string[]): Box[] {
  return path.reduce<Box[]>(
    (outer, wanted) => outer.flatMap((each) => boxesIn(bytes, each).filter(({ type }) => type === wanted)),
    [box],
  )
}
