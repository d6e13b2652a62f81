import type { DraftRow } from '../../db/device.ts'
import { type AskDraft, hasContent, readDraft, termsOf } from '../asking/ask-draft.ts'
import { firstUnfinished } from '../asking/check-step.ts'
import type { Addressee } from '../asking/shown-terms.ts'

/** A question that was written on this device and not sent. */
export type Unsent = Pick<AskDraft, 'page' | 'subject'> & {
  id: string
  to: Addressee
  savedAt: number
  isWhole: boolean
}

/** Reads what is kept of a draft; null for an empty one, or one that does not say to whom it is. */
export function readUnsent(
  { id, body, savedAt }: Pick<DraftRow, 'id' | 'body' | 'savedAt'>,
  now: number,
): Unsent | null {
  const draft = readDraft(body)
  if (!draft?.to || !hasContent(draft)) return null
  const { to, subject, page } = draft
  return { id, to, page, subject: subject.trim(), savedAt, isWhole: isWhole(draft, now) }
}

/** Nothing is left to be filled in: it may be sent as it was written, at the price its writer agreed to. */
function isWhole(draft: AskDraft, now: number): boolean {
  if (!draft.shown || draft.before) return false
  return firstUnfinished(draft, { terms: termsOf(draft, draft.shown), now }) === null
}

/** What is said to whoever comes back to it, and what the way there is called. */
export function unsentWords({ to, isWhole }: Pick<Unsent, 'to' | 'isWhole'>): {
  title: string
  action: string
} {
  return isWhole
    ? { title: `Your question to ${to.firstName} is ready to send`, action: 'Review and send' }
    : { title: `You began a question to ${to.firstName}`, action: 'Continue' }
}
