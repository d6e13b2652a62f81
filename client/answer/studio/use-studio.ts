import type { Partner, QuestionDocument } from '../../../sync/collections.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
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
  const here = useStored((device) => readQuestion(device, questionId), questionId)
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

async function readQuestion(
  device: Device,
  questionId: string,
): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const takes = await device.takes.where({ questionId }).toArray()
  const entries = await device.outbox.where({ subject: questionId }).toArray()
  return { takes, entries }
}
