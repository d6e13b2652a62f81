import { done, type Result, refuse } from '../../result.ts'
import { chooseTracks, type KeptTracks, type Means, type VideoFamily } from '../tracks.ts'
import { type Cut, planCut } from './cut.ts'
import type { EditList, Stretch } from './edit-list.ts'
import { type ReadPackets, type ReadTrack, readFacts } from './facts.ts'

/** A file opened with mediabunny. */
export type OpenFile = {
  own: VideoFamily
  /** The video and audio tracks. */
  tracks: readonly ReadTrack[]
  packets(track: ReadTrack): ReadPackets
  /** By track id; empty for a WebM. */
  edits: ReadonlyMap<number, EditList>
}

/** A range of time in whole milliseconds. */
export type Shown = { startMs: number; endMs: number }

/** The decision on a file, by the same rule on the device and on the server. */
export type Judgement = KeptTracks & {
  /** Where the shown part begins, in seconds by mediabunny's time. */
  beginsAt: number
  /** Of the shown part, from its first moment to its last. */
  durationMs: number
  /**
   * The shown stretches of the picture, in order, by its own time stamps without any edit list; null where all of
   * it is shown. No byte that is served may contain anything else.
   */
  shown: Shown[] | null
  /** Where a copy ends, in seconds by mediabunny's time; null where nothing was cut off at the end. */
  endsAt: number | null
}

/**
 * Decides on a file: which tracks are kept, how long the shown part runs by its packets (the header may be
 * wrong), and whether a copy can be cut where an edit list cuts it. Refuses what `chooseTracks` refuses;
 * `video-edits` where a list asks for more than cutting, or where only a conversion could cut it and the server
 * has none; `video-unreadable` for a file that announces more than it contains.
 */
export async function judgeFile(file: OpenFile, means: Means): Promise<Result<Judgement>> {
  const { tracks } = file
  const facts = await Promise.all(tracks.map((track) => readFacts(track, file.packets(track))))
  const chosen = chooseTracks(file.own, facts, means)
  if (!chosen.ok) return chosen
  const { video, audio } = chosen.value
  const kept = [tracks[video], audio === null ? undefined : tracks[audio]].filter(
    (track) => track !== undefined,
  )
  for (const track of kept)
    if (!(await isWhole(track, file.packets(track)))) return refuse('video-unreadable')
  const cut = await planCut(kept, file)
  if (!(cut.durationMs >= 1)) return refuse('video-unreadable')
  return decide(chosen.value, cut, means)
}

/** Checks that the last packet can be read, because a file that was cut off in transfer still announces it. */
async function isWhole(track: ReadTrack, packets: ReadPackets): Promise<boolean> {
  const last = await packets.getPacket(Number.POSITIVE_INFINITY).catch(() => null)
  if (!last) return false
  // Some codecs that mediabunny does not know write empty packets where nothing moves.
  return last.byteLength > 0 || (await track.getCodec()) === null
}

function decide(kept: KeptTracks, cut: Cut, { canConvert }: Means): Result<Judgement> {
  const { beginsAt, durationMs, endsAt, isOdd } = cut
  const shown = cut.shown?.map(inMilliseconds) ?? null
  if (isOdd || (!cut.isExact && !canConvert)) return refuse('video-edits')
  if (cut.isExact) return done({ ...kept, beginsAt, durationMs, shown, endsAt })
  const converted = { ...kept, family: 'mp4', conversion: 'required' } as const
  return done({ ...converted, beginsAt, durationMs, shown, endsAt: null })
}

const inMilliseconds = ({ from, to }: Stretch): Shown => ({
  startMs: Math.round(from * 1_000),
  endMs: Math.round(to * 1_000),
})
