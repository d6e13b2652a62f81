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

/** Everything the studio knows of its question; the same with and without a network. */
export function useStudio(questionId: string, personId: string): Studio {
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
    now,
  })
  return { stage, question: found.row, asker: conversation.row?.partner ?? null, now }
}
