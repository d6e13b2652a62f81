import type { EditList, Stretch } from './edit-list.ts'
import type { ReadPackets, ReadTrack } from './facts.ts'

/** What an edit list leaves of a file. */
export type Cut = {
  durationMs: number
  /** A copy of the packets can be cut just there; else a picture would be lost, or one be served that was cut off. */
  isExact: boolean
  isOfOtherSpeed: boolean
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
  isOfOtherSpeed: boolean
  stretches: Stretch[]
}

/** Less than one picture, or what a sound's decoder needs to get going and its encoder fills up with, is no cut. */
const SPARE_S = { video: 0.04, audio: 0.13 }
const SOUND_END_S = 0.06
const INSTANT_S = 0.001

const spareOf = ({ type }: ReadTrack) => (type === 'video' ? SPARE_S.video : SPARE_S.audio)

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
    durationMs: Math.round((end - start) * 1_000),
    // of a track that ends before the others a copy of all of them would hold more
    isExact: cuts.every(({ isExact }) => isExact) && ends.every((each) => each > end - SOUND_END_S),
    isOfOtherSpeed: cuts.some(({ isOfOtherSpeed }) => isOfOtherSpeed),
    shown: isCut ? (cuts[0]?.stretches ?? null) : null,
    endsAt: ends.length > 0 ? Math.min(...ends) : null,
  }
}

async function cutTrack(track: ReadTrack, packets: ReadPackets, list: EditList | null): Promise<TrackCut> {
  const first = await track.getFirstTimestamp()
  const last = await track.computeDuration()
  const whole = { start: first, end: last, hidesStart: false, hidesEnd: false }
  if (!list) {
    return { ...whole, isExact: true, isOfOtherSpeed: false, stretches: [{ from: first, to: last }] }
  }
  const { delay, pause, isOfOtherSpeed } = list
  // by this much mediabunny's time is behind the track's own
  const offset = (list.stretches[0]?.from ?? 0) - delay
  const stretches = list.stretches
    .map(({ from, to }) => ({ from: Math.max(from, first + offset), to: Math.min(to, last + offset) }))
    .filter(({ from, to }) => to > from)
  const lasting = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  const start = Math.max(first, delay)
  const own = { start, end: start + lasting + pause, isOfOtherSpeed, stretches }
  const isOneStretch = stretches.length === 1 && pause === 0
  const hides = {
    hidesStart: first < delay - spareOf(track),
    hidesEnd: await isBehind(own.end, track, packets),
  }
  if (!isOneStretch) return { ...own, hidesStart: true, hidesEnd: false, isExact: false }
  return { ...own, ...hides, isExact: await beginsExactly(track, packets, { first, delay }) }
}

/** Whether something begins behind the end of what is shown. */
async function isBehind(end: number, { type }: ReadTrack, packets: ReadPackets): Promise<boolean> {
  const last = await packets.getPacket(Number.POSITIVE_INFINITY)
  const spare = type === 'video' ? -INSTANT_S : SOUND_END_S
  return last !== null && last.timestamp >= end + spare
}

type Begin = { first: number; delay: number }

/** Whether a copy can begin where the track is shown first: sound anywhere, a picture with one that needs no other. */
async function beginsExactly(
  track: ReadTrack,
  packets: ReadPackets,
  { first, delay }: Begin,
): Promise<boolean> {
  const spare = spareOf(track)
  if (first >= delay - spare) return true
  // a copy begins at zero with all its tracks
  if (delay > spare) return false
  if (track.type !== 'video') return true
  const key = await packets.getKeyPacket(delay, { verifyKeyPackets: true })
  return key !== null && key.timestamp >= delay - spare
}
