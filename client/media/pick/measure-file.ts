import type { Judgement } from '../../../sync/media/read/judge.ts'
import type { Means } from '../../../sync/media/tracks.ts'
import { done, type Result } from '../../../sync/result.ts'
import { judgeInput, openBlob } from './open-file.ts'

/** What the server will make of a file, and by which codec its picture goes; null for one that mediabunny does not know. */
export type MeasuredFile = Judgement & { videoCodec: string | null }

/** Reads a video file by the rule that the server follows; refuses and rejects as `judgeInput`. */
export async function measureFile(file: Blob, means: Means): Promise<Result<MeasuredFile>> {
  const input = openBlob(file)
  try {
    const opened = await judgeInput(input, file, means)
    if (!opened.ok) return opened
    const { tracks, judged } = opened.value
    return done({ ...judged, videoCodec: (await tracks[judged.video]?.getCodec()) ?? null })
  } finally {
    input.dispose()
  }
}
