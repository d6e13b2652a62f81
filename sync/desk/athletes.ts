import { tiktokShortLink, tiktokVideoId } from '../athlete/links.ts'
import { isTagId } from '../athlete/tags.ts'
import { LIMITS } from '../limits.ts'
import { email, type Infer, id, line, prose, z } from '../shape.ts'

/** The warning system (S2-9.17, D52): each card does more than the one before. */
export const CARDS = ['yellow', 'red', 'termination'] as const
export type Card = (typeof CARDS)[number]

export type DeskAthleteRow = {
  id: string
  username: string
  name: string
  sport: string | null
  paused: boolean
  promo: boolean
  /** Null while the profile stands in the directory; else what took it out. */
  gone: 'removed' | 'closed' | null
  cards: number
}
export type AthletesAnswer = { athletes: DeskAthleteRow[]; more: boolean }

export type GivenCard = { id: string; card: Card; reason: string; by: string; at: number }
export type AthleteAnswer = DeskAthleteRow & {
  email: string
  /** Where they live, for taxes. */
  countryCode: string | null
  /** How far their account at the provider is; null: they have none. */
  payoutAccount: 'unfinished' | 'ready' | 'restricted' | 'disconnected' | 'refused' | null
  pictureUrl: string | null
  priceCents: number | null
  pausedUntil: number | null
  tags: string[]
  tiktokEmbeds: string[]
  joinedAt: number
  /** Questions that would end with a red card. */
  open: number
  given: GivenCard[]
}

/** What the team changes for an athlete (D82). */
const edits = z.strictObject({
  paused: z.boolean(),
  promo: z.boolean(),
  tags: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(30)),
  tiktokEmbeds: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(12)),
})
export type TeamEdits = Infer<typeof edits>

/** Whether a link is one that a profile can show. */
export function isTikTokLink(link: string): boolean {
  return tiktokVideoId(link) !== null || tiktokShortLink(link) !== null
}

/** athlete.edit: over what the admin saw; new tags are of the catalogue, new links lead to TikTok. */
export const athleteEdit = z
  .strictObject({ personId: id, before: edits, now: edits })
  .check(
    z.refine(
      ({ before, now }) =>
        now.tags.every((tag) => isTagId(tag) || before.tags.includes(tag)) &&
        now.tiktokEmbeds.every((link) => isTikTokLink(link) || before.tiktokEmbeds.includes(link)),
    ),
  )

const reason = prose(LIMITS.noteCharacters).check(z.refine((text) => text.length > 0))

/** athlete.card: a card with the reason the athlete is told. */
export const cardGiving = z.strictObject({ cardId: id, personId: id, card: z.enum(CARDS), reason })

/** athlete.restore: a listing that a red card took away stands again; it stays paused until somebody takes requests again. */
export const listingRestore = z.strictObject({ personId: id })

/**
 * block.add: nothing is asked from this address any more, with an account or without; the reason is the team's own. For what
 * was asked in `questionId`: the account that has the address is not meant where it has not asked that.
 */
export const addressBlock = z.strictObject({
  blockId: id,
  email: email(254),
  reason: line(LIMITS.noteCharacters),
  questionId: z.optional(id),
})

/** block.lift: it may ask again. */
export const blockLift = z.strictObject({ blockId: id })

/** sessions.end: whoever has the account of this address is signed out everywhere, by the team. */
export const sessionsEnding = z.strictObject({ endingId: id, email: email(254) })

/** `email` is null where its owner was erased: the address stays blocked without being known. */
export type Block = { id: string; email: string | null; reason: string; by: string; at: number }
export type BlocksAnswer = { blocks: Block[]; more: boolean }
