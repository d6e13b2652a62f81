import type { EditList, Stretch } from './edit-list.ts'
import type { ReadPackets, ReadTrack } from './facts.ts'

/** The part of a file that its edit lists leave. */
export type Cut = {
  /** Where the shown part begins, in seconds by mediabunny's time. */
  beginsAt: number
  durationMs: number
  /**
   * Whether a copy of the packets can be cut exactly there; otherwise it would lose a frame or serve one that was
   * cut off.
   */
  isExact: boolean
  /** Whether the lists ask for something that neither a copy nor a conversion can follow. */
  isOdd: boolean
  /**
   * The shown stretches of the picture, by its own time stamps without any edit list; null where all of it is
   * shown.
   */
  shown: Stretch[] | null
  /** Where a copy ends, in seconds by mediabunny's time; null where nothing was cut off at the end. */
  endsAt: number | null
}

/** The cut of one track, in seconds by mediabunny's time, in which zero is where the first stretch is shown. */
type TrackCut = {
  start: number
  end: number
  hidesStart: boolean
  hidesEnd: boolean
  isExact: boolean
  isOdd: boolean
  stretches: Stretch[]
}

/**
 * The tolerance in seconds: less than one frame, or the samples that a sound's decoder and encoder pad with, is
 * not a cut.
 */
const SPARE_S = { video: 0.04, audio: 0.13 }
const SOUND_END_S = 0.06
const INSTANT_S = 0.001
/**
 * How much a copy may lack before the end, in seconds, because the last frames may depend on one that was cut
 * off.
 */
const MOST_LOST_S = 0.6

type Edited = { edits: ReadonlyMap<number, EditList>; packets(track: ReadTrack): ReadPackets }

/**
 * Computes what the edit lists leave of these tracks, the picture first, and whether a copy of the packets can be
 * cut that way.
 */
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
    // If one track ended before the others, a copy of all of them would contain too much of it.
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
  // Mediabunny's time is behind the track's own time by this offset.
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

/**
 * Finds the first and the last moment of a track. It looks at every packet, because any of them may have a wrong
 * time.
 */
async function walk(packets: ReadPackets): Promise<{ first: number; last: number; lastBegin: number }> {
  const seen = { first: Number.POSITIVE_INFINITY, last: 0, lastBegin: Number.NEGATIVE_INFINITY }
  for await (const { timestamp, duration } of packets.packets(undefined, undefined, { metadataOnly: true })) {
    seen.first = Math.min(seen.first, timestamp)
    seen.last = Math.max(seen.last, timestamp + duration)
    seen.lastBegin = Math.max(seen.lastBegin, timestamp)
  }
  return seen
}

/** Returns where a copy ends that leaves out the first packet after the end and everything that may depend on it. */
async function copyEnd(end: number, packets: ReadPackets): Promise<number> {
  let reached = Number.NEGATIVE_INFINITY
  for await (const { timestamp, duration } of packets.packets(undefined, undefined, { metadataOnly: true })) {
    if (timestamp >= end) break
    reached = Math.max(reached, timestamp + duration)
  }
  return reached
}

type Place = { first: number; delay: number }

/** Decides how a copy begins: with the whole track, after the hidden start, or inside a part that cannot be split. */
async function beginOf(
  track: ReadTrack,
  packets: ReadPackets,
  { first, delay }: Place,
): Promise<'whole' | 'after' | 'within'> {
  const spare = SPARE_S[track.type === 'video' ? 'video' : 'audio']
  if (first >= delay - spare) return 'whole'
  // A copy starts all its tracks at zero.
  if (delay > spare) return 'within'
  if (track.type !== 'video') return 'after'
  const key = await packets.getKeyPacket(delay, { verifyKeyPackets: true })
  if (!key) return 'within'
  // A key frame that is still shown at that moment hides nothing.
  const isShown = key.timestamp >= delay - spare || key.timestamp + key.duration > delay + INSTANT_S
  if (!isShown) return 'within'
  return key.timestamp <= first + INSTANT_S ? 'whole' : 'after'
}
