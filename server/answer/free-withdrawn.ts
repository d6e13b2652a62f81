import type { TxContext } from '../transact.ts'

/**
 * Frees the video of an answer that was announced in time and arrived too late, so that the same athlete can give
 * it for free (D5), or send it again if the desk has reopened the question (D54).
 */
export async function freeWithdrawn({ tx }: TxContext, questionId: string, mediaId: string): Promise<void> {
  await tx`
    update media set claimed_by = null where id = ${mediaId}
      and claimed_by in (select id from answer where question_id = ${questionId} and state = 'withdrawn')`
}
