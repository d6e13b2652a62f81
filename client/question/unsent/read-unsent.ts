import type { DraftRow } from '../../db/device.ts'
import { type AskDraft, hasContent, readDraft, termsOf } from '../asking/ask-draft.ts'
import { firstUnfinished } from '../asking/check-step.ts'
import { placeOf } from '../asking/draft-place.ts'
import type { Addressee } from '../asking/shown-terms.ts'

/** What is said of a submitted question that waits on this device for its fan to sign in again. */
export const SIGN_IN_FIRST = 'Your question is saved on this device. Sign in to send it.'

/** A question that was written on this device and not sent. */
export type Unsent = Pick<AskDraft, 'page' | 'subject'> & {
  id: string
  to: Addressee
  savedAt: number
  isWhole: boolean
  /** Whether it was submitted, and leaves this device once the fan signs in again. */
  needsSignIn: boolean
  /** Whether the server may have asked it already, and nobody here knows. */
  mayBeSent: boolean
}

/** Returns a link that continues the question. */
export function wayOn({ id, to, page, needsSignIn }: Unsent) {
  return needsSignIn ? ({ to: '/signin' } as const) : placeOf({ id, username: to.username, page })
}

/** Reads a stored draft; null when it is empty, or when it does not name its athlete. */
export function readUnsent(
  { id, body, savedAt }: Pick<DraftRow, 'id' | 'body' | 'savedAt'>,
  now: number,
  { needsSignIn, mayBeSent }: Pick<Unsent, 'needsSignIn' | 'mayBeSent'> = {
    needsSignIn: false,
    mayBeSent: false,
  },
): Unsent | null {
  const draft = readDraft(body)
  if (!draft?.to || !hasContent(draft)) return null
  const { to, subject, page } = draft
  return {
    id,
    to,
    page,
    subject: subject.trim(),
    savedAt,
    isWhole: isWhole(draft, now),
    needsSignIn,
    mayBeSent,
  }
}

/** Checks whether the question is complete, so that it can be sent as written, at the price the fan agreed to. */
function isWhole(draft: AskDraft, now: number): boolean {
  if (!draft.shown || draft.before) return false
  return firstUnfinished(draft, { terms: termsOf(draft, draft.shown), now }) === null
}

type Spoken = Pick<Unsent, 'to' | 'isWhole' | 'needsSignIn' | 'mayBeSent'>

/**
 * Returns the title for a fan who comes back to the question, and the label of the button that continues it; no
 * label where `isClosed`, because its athlete takes no questions now.
 */
export function unsentWords(
  { to: { firstName }, isWhole, needsSignIn, mayBeSent }: Spoken,
  isClosed = false,
): { title: string; action: string | null } {
  if (needsSignIn) return { title: `Sign in to send your question to ${firstName}`, action: 'Sign in' }
  const question = `Your question to ${firstName}`
  if (mayBeSent) return { title: `${question} may have been sent`, action: isClosed ? null : 'Continue' }
  if (isClosed) return { title: `${question} cannot be sent now`, action: null }
  return isWhole
    ? { title: `${question} is ready to send`, action: 'Review and send' }
    : { title: `You began a question to ${firstName}`, action: 'Continue' }
}
