import { guestDrafts } from '../store/drafts.ts'
import { type AskDraft, hasContent, readDraft } from './asking/ask-draft.ts'

/** A question begun on this device before signing in. */
export type GuestDraft = Pick<AskDraft, 'page' | 'subject'> & {
  id: string
  athleteId: string
  words: string
  savedAt: number
}

/** The latest question begun here without an account, to be offered at sign-in; null where there is none. */
export async function latestGuestDraft(): Promise<GuestDraft | null> {
  for (const { id, athleteId, body, savedAt } of await guestDrafts()) {
    const draft = readDraft(body)
    if (!draft || !hasContent(draft)) continue
    const words = draft.text.trim() || (draft.video ? 'A question on video.' : '')
    return { id, athleteId, subject: draft.subject, page: draft.page, words, savedAt }
  }
  return null
}
