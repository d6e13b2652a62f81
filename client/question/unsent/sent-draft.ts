import type { Device, OutboxRow } from '../../db/device.ts'
import { type KeptDraft, listDrafts } from '../../store/drafts.ts'
import { hasVideo } from '../../store/sending/video-bytes.ts'
import { type AskDraft, isAsPrepared, readDraft } from '../asking/ask-draft.ts'
import { readKeptAsk } from '../resubmit/kept-ask.ts'

export type WrittenDraft = KeptDraft & {
  /** The intent that asks the draft as it is written; null while it is not sent. */
  ask: OutboxRow | null
  /**
   * Whether the server has it as it is written. The server then asks it by itself once its card is held, even if
   * this browser never hears of that.
   */
  isPrepared: boolean
}

/** Returns the drafts of this device, the latest first, each with the intent that asks it. */
export async function listWritten(device: Device): Promise<WrittenDraft[]> {
  const rows = await listDrafts(device)
  return Promise.all(
    rows.map(async (row) => {
      const draft = readDraft(row.body)
      const ask = draft && (await askOf(device, draft))
      return { ...row, ask, isPrepared: draft !== null && isAsPrepared(draft) }
    }),
  )
}

/**
 * Returns the intent that asks a draft as it is written; null when there is none, when its question was refused or
 * given back, and when the draft was changed since.
 */
export async function askOf(device: Device, draft: AskDraft): Promise<OutboxRow | null> {
  const { questionId, subject, text, video } = draft
  const sent = (await readKeptAsk(device, questionId))?.ask
  if (sent?.subject !== subject || sent.video?.id !== video?.id || (!video && sent.text !== text)) return null
  return intentOf(device, questionId)
}

/**
 * Checks whether a question that was submitted from this device waits for a video that is still here and may still
 * arrive, whatever the words of its draft are now.
 */
export async function awaitsVideo(device: Device, questionId: string, takeId: string): Promise<boolean> {
  const sent = (await readKeptAsk(device, questionId))?.ask
  if (sent?.video?.id !== takeId || !(await intentOf(device, questionId))) return false
  const take = await device.takes.get(takeId)
  if (!take || take.state === 'sent' || take.state === 'refused') return false
  return hasVideo(device, takeId)
}

/** Returns the intent that asks a question; null when there is none, and when it was refused or given back. */
async function intentOf(device: Device, questionId: string): Promise<OutboxRow | null> {
  const entries = await device.outbox.where({ subject: questionId }).toArray()
  const ask = entries.findLast(({ name }) => name === 'question.ask')
  return ask && ask.state !== 'refused' && ask.value?.state !== 'released' ? ask : null
}
