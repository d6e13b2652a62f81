import type { TxContext } from '../transact.ts'

/**
 * A video that announced an answer in time and came too late for it is loose again, for the same athlete to give it (D5),
 * or to send it anew once the desk has opened the question again (D54).
 */
export async function freeWithdrawn({ tx }: TxContext, questionId: string, mediaId: string): Promise<void> {
  await tx`
    update media set claimed_by = null where id = ${mediaId}
      and claimed_by in (select id from answer where question_id = ${questionId} and state = 'withdrawn')`
}
