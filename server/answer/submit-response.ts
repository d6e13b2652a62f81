import { selectedSubmission, type submitResponseCall } from '../../sync/question/specified-calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { findMedia } from '../media/find-media.ts'
import type { TxContext } from '../transact.ts'
import { submitAnswer } from './submit-answer.ts'

/**
 * `/submit-response` (S2-7.7), as a thin wrapper of `answer.submit`. Only the question's id of the submission is
 * used; money, addresses and names in it are ignored (D107). `videoPath` is the id of the caller's own upload.
 */
export async function submitResponse(
  work: TxContext,
  caller: Caller,
  call: Infer<typeof submitResponseCall>,
): Promise<Result<Record<string, never>>> {
  const submission = selectedSubmission.safeParse(parseJson(call.selectedSubmission))
  if (!submission.success) return refuse('bad-shape')
  const media = await findMedia(work.tx, call.videoPath)
  if (!media || media.principal !== principalOf(caller) || media.purpose !== 'answer')
    return refuse('video-not-there')
  const submitted = await submitAnswer(work, caller, {
    // the upload's id is the answer's, so that the same upload sent twice is the same answer
    answerId: media.id,
    questionId: submission.data.message_id,
    video: {
      id: media.id,
      sha256: media.declaredSha256,
      bytes: media.declaredBytes,
      type: media.declaredType,
      durationMs: media.declaredDurationMs,
      source: media.source,
    },
    recordedAt: work.now.getTime(),
  })
  return submitted.ok ? done({}) : submitted
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
