import type { EditList, Stretch } from './edit-list.ts'
import type { ReadPackets, ReadTrack } from './facts.ts'

/** What an edit list leaves of a file. */
export type Cut = {
  /** Where what is shown begins, in seconds by mediabunny's time. */
  beginsAt: number
  durationMs: number
  /** A copy of the packets can be cut just there; else a picture would be lost, or one be served that was cut off. */
  isExact: boolean
  /** Neither a copy nor a conversion follows what it is to look like. */
  isOdd: boolean
  /** Of the picture, by its own time stamps as they are without any edit list; null where all of it is shown. */
  shown: Stretch[] | null
  /** Where a copy ends, in seconds by mediabunny's time; null where nothing behind it was cut off. */
  endsAt: number | null
}

/** One track's, in seconds by mediabunny's time, which begins where the first stretch is shown. */
type TrackCut = {
  start: number
  end: number
  hidesStart: boolean
  hidesEnd: boolean
  isExact: boolean
  isOdd: boolean
  stretches: Stretch[]
}

/** Less than one picture, or what a sound's decoder needs to get going and its encoder fills up with, is no cut. */
const SPARE_S = { video: 0.04, audio: 0.13 }
const SOUND_END_S = 0.06
const INSTANT_S = 0.001
/** As much as may be missing before the end: the last pictures may need one that was cut off. */
const MOST_LOST_S = 0.6

type Edited = { edits: ReadonlyMap<number, EditList>; packets(track: ReadTrack): ReadPackets }

/** What edit lists leave of these tracks, the picture first, and whether a copy of packets can be cut like that. */
export async function planCut(tracks: readonly ReadTrack[], { edits, packets }: Edited): Promise<Cut> {
  const cuts = await Promise.all(
    tracks.map((track) => cutTrack(track, packets(track), edits.get(track.id) ?? null)),
  )
  const end = Math.max(...cuts.map((cut) => cut.end))
  const start = Math.max(0, Math.min(...cuts.map((cut) => cut.start)))
  const ends = cuts.filter(({ hidesEnd }) => hidesEnd).map((cut) => cut.end)
  const isCut = cuts.some(({ hidesStart, hidesEnd, isExact }) => hidesStart || hidesEnd || !isExact)
  return {
    beginsAt: start,
    durationMs: Math.round((end - start) * 1_000),
    // of a track that ends before the others a copy of all of them would hold more
    isExact: cuts.every(({ isExact }) => isExact) && ends.every((each) => each > end - SOUND_END_S),
    isOdd: cuts.some(({ isOdd }) => isOdd),
    shown: isCut ? (cuts[0]?.stretches ?? null) : null,
    endsAt: ends.length > 0 ? Math.min(...ends) : null,
  }
}

async function cutTrack(track: ReadTrack, packets: ReadPackets, list: EditList | null): Promise<TrackCut> {
  const { first, last, lastBegin } = await walk(packets)
  const whole = { start: first, end: last, hidesStart: false, hidesEnd: false }
  if (!list) {
    return { ...whole, isExact: true, isOdd: false, stretches: [{ from: first, to: last }] }
  }
  const { delay, isOdd } = list
  // by this much mediabunny's time is behind the track's own
  const offset = (list.stretches[0]?.from ?? 0) - delay
  const stretches = list.stretches
    .map(({ from, to }) => ({ from: Math.max(from, first + offset), to: Math.min(to, last + offset) }))
    .filter(({ from, to }) => to > from)
  const lasting = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  const start = Math.max(first, delay)
  const own = { start, end: start + lasting, isOdd, stretches }
  if (list.stretches.length !== 1 || stretches.length !== 1)
    return { ...own, hidesStart: true, hidesEnd: false, isExact: false }
  const begin = await beginOf(track, packets, { first, delay })
  const hidesEnd = lastBegin >= own.end + (track.type === 'video' ? -INSTANT_S : SOUND_END_S)
  const endsExactly =
    !hidesEnd || track.type !== 'video' || (await copyEnd(own.end, packets)) > own.end - MOST_LOST_S
  return { ...own, hidesStart: begin !== 'whole', hidesEnd, isExact: begin !== 'within' && endsExactly }
}

/** From the first moment to the last of a track: each packet is looked at, since any may lie about its time. */
async function walk(packets: ReadPackets): Promise<{ first: number; last: number; lastBegin: number }> {
  const seen = { first: Number.POSITIVE_INFINITY, last: 0, lastBegin: Number.NEGATIVE_INFINITY }
  for await (const { timestamp, duration } of packets.packets(undefined, undefined, { metadataOnly: true })) {
    seen.first = Math.min(seen.first, timestamp)
    seen.last = Math.max(seen.last, timestamp + duration)
    seen.lastBegin = Math.max(seen.lastBegin, timestamp)
  }
  return seen
}

/** Where a copy ends that leaves out the first packet behind the end, and whatever may need it. */
async function copyEnd(end: number, packets: ReadPackets): Promise<number> {
  let reached = Number.NEGATIVE_INFINITY
  for await (const { timestamp, duration } of packets.packets(undefined, undefined, { metadataOnly: true })) {
    if (timestamp >= end) break
    reached = Math.max(reached, timestamp + duration)
  }
  return reached
}

type Place = { first: number; delay: number }

/** How a copy begins: with all of the track, after what is hidden, or in the middle of what cannot be taken apart. */
async function beginOf(
  track: ReadTrack,
  packets: ReadPackets,
  { first, delay }: Place,
): Promise<'whole' | 'after' | 'within'> {
  const spare = SPARE_S[track.type === 'video' ? 'video' : 'audio']
  if (first >= delay - spare) return 'whole'
  // a copy begins at zero with all its tracks
  if (delay > spare) return 'within'
  if (track.type !== 'video') return 'after'
  const key = await packets.getKeyPacket(delay, { verifyKeyPackets: true })
  if (!key) return 'within'
  // one that is still shown at that moment hides nothing
  const isShown = key.timestamp >= delay - spare || key.timestamp + key.duration > delay + INSTANT_S
  if (!isShown) return 'within'
  return key.timestamp <= first + INSTANT_S ? 'whole' : 'after'
}
