import { done, type Result, refuse } from '../../result.ts'
import { chooseTracks, type KeptTracks, type Means, type VideoFamily } from '../tracks.ts'
import { type Cut, planCut } from './cut.ts'
import type { EditList, Stretch } from './edit-list.ts'
import { type ReadPackets, type ReadTrack, readFacts } from './facts.ts'

/** A file as it lies open before mediabunny. */
export type OpenFile = {
  own: VideoFamily
  /** Pictures and sounds. */
  tracks: readonly ReadTrack[]
  packets(track: ReadTrack): ReadPackets
  /** By the ids of tracks; none for a WebM. */
  edits: ReadonlyMap<number, EditList>
}

/** A range of time in whole milliseconds. */
export type Shown = { startMs: number; endMs: number }

/** What becomes of a file, by the same rule on the device and on the server. */
export type Judgement = KeptTracks & {
  /** Where what is shown begins, in seconds by mediabunny's time. */
  beginsAt: number
  /** Of what is shown, from its first moment to its last. */
  durationMs: number
  /**
   * What of the picture is shown, in order, by its own time stamps as they are without any edit list; null where all of it
   * is. What is not in it may be in no byte that is served.
   */
  shown: Shown[] | null
  /** Where a copy ends, in seconds by mediabunny's time; null where nothing behind it was cut off. */
  endsAt: number | null
}

/**
 * What becomes of a file: which tracks are kept, how long what is shown of it runs, by the packets and not by what its
 * header says, and whether a copy can be cut where an edit list cuts it. Refusals: those of `chooseTracks`; `video-edits`
 * where a list asks for more than cutting, or only a conversion could cut it and the server has none; `video-unreadable` for a file that announces more than is
 * in it.
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

/** The last packet is read: a file that was cut off on its way announces it all the same. */
async function isWhole(track: ReadTrack, packets: ReadPackets): Promise<boolean> {
  const last = await packets.getPacket(Number.POSITIVE_INFINITY).catch(() => null)
  if (!last) return false
  // some codecs that mediabunny does not know write nothing where nothing moves
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
