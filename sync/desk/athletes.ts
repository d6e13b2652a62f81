import { tiktokShortLink, tiktokVideoId } from '../athlete/links.ts'
import { isTagId } from '../athlete/tags.ts'
import { LIMITS } from '../limits.ts'
import { email, type Infer, id, line, prose, z } from '../shape.ts'

/** The warning cards (S2-9.17, D52); each has more severe consequences than the one before. */
export const CARDS = ['yellow', 'red', 'termination'] as const
export type Card = (typeof CARDS)[number]

export type DeskAthleteRow = {
  id: string
  username: string
  name: string
  sport: string | null
  paused: boolean
  promo: boolean
  /** Why the profile is not in the directory; null while it is. */
  gone: 'removed' | 'closed' | 'leaving' | null
  cards: number
}
export type AthletesAnswer = { athletes: DeskAthleteRow[]; more: boolean }

export type GivenCard = { id: string; card: Card; reason: string; by: string; at: number }
export type AthleteAnswer = DeskAthleteRow & {
  email: string
  /** Where the athlete lives, for taxes. */
  countryCode: string | null
  /** The state of the athlete's account at the payment provider; null where they have none. */
  payoutAccount: 'unfinished' | 'ready' | 'restricted' | 'disconnected' | 'refused' | null
  pictureUrl: string | null
  priceCents: number | null
  pausedUntil: number | null
  tags: string[]
  tiktokEmbeds: string[]
  joinedAt: number
  /** How many questions are open. A red card ends those whose answer has not arrived. */
  open: number
  given: GivenCard[]
}

/** The fields that the team changes for an athlete (D82). */
const edits = z.strictObject({
  paused: z.boolean(),
  promo: z.boolean(),
  tags: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(30)),
  tiktokEmbeds: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(12)),
})
export type TeamEdits = Infer<typeof edits>

/** Checks whether a profile can show a link. */
export function isTikTokLink(link: string): boolean {
  return tiktokVideoId(link) !== null || tiktokShortLink(link) !== null
}

/**
 * The `athlete.edit` intent: replaces the values that the admin saw. New tags must be in the catalogue, new links
 * must lead to TikTok.
 */
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

/** The `athlete.card` intent: gives a card, with the reason that the athlete is told. */
export const cardGiving = z.strictObject({ cardId: id, personId: id, card: z.enum(CARDS), reason })

/**
 * The `athlete.restore` intent: lists an athlete again after a red card removed them. The profile stays paused
 * until requests are turned on again.
 */
export const listingRestore = z.strictObject({ personId: id })

/**
 * The `block.add` intent: blocks an address from asking, with an account or without; only the team sees the
 * reason. With `questionId`, an account that has the address but did not ask that question is not affected.
 */
export const addressBlock = z.strictObject({
  blockId: id,
  email: email(254),
  reason: line(LIMITS.noteCharacters),
  questionId: z.optional(id),
})

/** The `block.lift` intent: the address may ask again. */
export const blockLift = z.strictObject({ blockId: id })

/** The `sessions.end` intent: the team signs out the account of this address on all devices. */
export const sessionsEnding = z.strictObject({ endingId: id, email: email(254) })

/**
 * `email` is null where its owner was erased: the address stays blocked although it is no longer known.
 * `guestsOnly`: the account that has the address may still ask.
 */
export type Block = {
  id: string
  email: string | null
  reason: string
  by: string
  at: number
  guestsOnly: boolean
}
export type BlocksAnswer = { blocks: Block[]; more: boolean }
