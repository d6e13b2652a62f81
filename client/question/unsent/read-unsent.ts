import { seenAthlete } from '../../athlete/seen-athlete.ts'
import type { DraftRow } from '../../db/device.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { type AskDraft, hasContent, readDraft, termsOf } from '../asking/ask-draft.ts'
import { firstUnfinished } from '../asking/check-step.ts'
import { placeOf } from '../asking/draft-place.ts'
import type { Addressee } from '../asking/shown-terms.ts'

/** Returns what is said of a submitted question that waits on this device for its fan to sign in again. */
export const signInFirst = () => `Your question is saved ${keptWhere()}. Sign in to send it.`

/** A question that was written on this device and not sent. */
export type Unsent = Pick<AskDraft, 'page' | 'subject'> & {
  id: string
  /** The athlete; null where neither the draft nor this device names them. */
  to: Addressee | null
  savedAt: number
  isWhole: boolean
  /** Whether it was submitted, and leaves this device once the fan signs in again. */
  needsSignIn: boolean
  /** Whether the server may have asked it already, and nobody here knows. */
  mayBeSent: boolean
}

/** Returns a link that continues the question, or that leads to the list of questions where it can be read. */
export function wayOn({ id, to, page, needsSignIn }: Unsent) {
  if (needsSignIn) return { to: '/signin' } as const
  return to ? placeOf({ id, username: to.username, page }) : ({ to: '/ask' } as const)
}

/** Reads a stored draft; null when it is empty. */
export function readUnsent(
  { id, athleteId, body, savedAt }: Pick<DraftRow, 'id' | 'athleteId' | 'body' | 'savedAt'>,
  now: number,
  { needsSignIn, mayBeSent }: Pick<Unsent, 'needsSignIn' | 'mayBeSent'> = {
    needsSignIn: false,
    mayBeSent: false,
  },
): Unsent | null {
  const draft = readDraft(body)
  if (!draft || !hasContent(draft)) return null
  const { subject, page } = draft
  return {
    id,
    to: draft.to ?? seenAddressee(athleteId),
    page,
    subject: subject.trim(),
    savedAt,
    isWhole: isWhole(draft, now),
    needsSignIn,
    mayBeSent,
  }
}

/** Returns the athlete as this browser saw them last; null when it has not, or stores nothing. */
function seenAddressee(athleteId: string): Addressee | null {
  try {
    const seen = seenAthlete(athleteId)
    return seen && { username: seen.username, firstName: seen.firstName }
  } catch {
    return null
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
 * label where `isClosed`, because its athlete takes no questions now, nor where nobody here knows its athlete.
 */
export function unsentWords(
  { to, isWhole, needsSignIn, mayBeSent }: Spoken,
  isClosed = false,
): { title: string; action: string | null } {
  const toWhom = to ? ` to ${to.firstName}` : ''
  if (needsSignIn) return { title: `Sign in to send your question${toWhom}`, action: 'Sign in' }
  const question = `Your question${toWhom}`
  const leads = to !== null && !isClosed
  if (mayBeSent) return { title: `${question} may have been sent`, action: leads ? 'Continue' : null }
  if (isClosed) return { title: `${question} cannot be sent now`, action: null }
  if (isWhole) return { title: `${question} is ready to send`, action: leads ? 'Review and send' : null }
  return { title: `You began a question${toWhom}`, action: leads ? 'Continue' : null }
}
