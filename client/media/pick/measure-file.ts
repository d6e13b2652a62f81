import type { Judgement } from '../../../sync/media/read/judge.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import type { Result } from '../../../sync/result.ts'
import { withJudged } from './open-file.ts'

/**
 * What the server will make of a file, and the codec of its picture; null for a codec that mediabunny does not
 * know.
 */
export type MeasuredFile = Judgement & { videoCodec: string | null }

/** Measures a video file by the same rule as the server. Refuses and rejects like `withJudged`. */
export function measureFile(file: Blob, means: Means): Promise<Result<MeasuredFile>> {
  return withJudged(file, means, async ({ tracks, judged }) => ({
    ...judged,
    videoCodec: (await tracks[judged.video]?.getCodec()) ?? null,
  }))
}
