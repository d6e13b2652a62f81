import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import { readSubject, useStored } from '../../store/use-device.ts'
import { useDocument, useDocuments } from '../../store/use-document.ts'
import { useNow } from '../use-now.ts'
import { type StudioStage, studioStage } from './studio-stage.ts'

export type Studio = {
  stage: StudioStage
  question: QuestionDocument | null
  asker: Partner | null
  now: number
}

/** Returns everything the studio knows of its question, and the take `chosen` to be sent; works offline. */
export function useStudio(questionId: string, personId: string, chosen: string | null): Studio {
  const now = useNow()
  const found = useDocument('questions', questionId)
  const conversation = useDocument('conversations', found.row?.conversationId ?? '')
  const answers = useDocuments('answers', { where: { questionId } })
  const here = useStored(readSubject, questionId)
  const stage = studioStage({
    question: found.row,
    ready: found.ready,
    personId,
    answers: answers.rows,
    here,
    chosen,
  })
  return { stage, question: found.row, asker: conversation.row?.partner ?? null, now }
}
