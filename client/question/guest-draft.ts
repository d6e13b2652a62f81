import { seenAthlete } from '../athlete/seen-athlete.ts'
import { openDevice } from '../db/device.ts'
import { guestDrafts } from '../store/drafts.ts'
import { type AskDraft, hasContent, readDraft } from './asking/ask-draft.ts'
import { forgetAsked, standingOf } from './asking/find-drafts.ts'

/** A question begun on this device before signing in. */
export type GuestDraft = Pick<AskDraft, 'page' | 'subject'> & {
  id: string
  athleteId: string
  words: string
  savedAt: number
}

/**
 * Returns the latest question that was begun here without an account, to be offered at sign-in; null when there is
 * none. Leaves out one that was submitted, because it is sent by itself. Discards a draft whose question was asked
 * but whose page closed before it could discard the draft.
 */
export async function latestGuestDraft(): Promise<GuestDraft | null> {
  const guest = openDevice('guest')
  for (const { id, athleteId, body, savedAt } of await guestDrafts()) {
    const draft = readDraft(body)
    if (!draft || !hasContent(draft)) continue
    const { asked, submitted } = await standingOf(guest, { draft, origin: 'guest' })
    if (asked) await forgetAsked(guest, { id, draft, origin: 'guest' })
    if (asked || submitted === 'yes') continue
    const words = draft.text.trim() || (draft.video ? 'A question on video.' : '')
    return { id, athleteId, subject: draft.subject, page: draft.page, words, savedAt }
  }
  return null
}

/** Returns the athlete of a draft as this browser saw them last; null if it has not seen them. */
export const athleteOf = ({ athleteId }: GuestDraft) => seenAthlete(athleteId)
