import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'

/** The public view of an athlete: never email, birth date, payment ids or no-go topics (D39). */
export type PublicAthlete = {
  id: string
  username: string
  firstName: string
  lastName: string
  sport: string
  position: string | null
  bio: string
  achievements: string[]
  interests: string[]
  tags: string[]
  city: string
  countryCode: string
  /** In cents; 0 means free, null that the athlete has not chosen yet (D22). */
  priceCents: number | null
  promo: boolean
  paused: boolean
  /** When a pause with a return date ends and questions are taken again (D82). */
  pausedUntil: Moment | null
  pictureUrl: string | null
  /** Up to three pictures behind the name; without any, the page shows the chalk lines of the sport (D92). */
  coverUrls: string[]
  /** Handles without the @; so are `tiktok` and `x`. */
  instagram: string | null
  tiktok: string | null
  x: string | null
  /** Links as they were entered; `tiktokVideoId` decides which of them are shown. */
  tiktokEmbeds: string[]
  /** The usual number of minutes from approval to the delivered answer; null where too few answers are known. */
  answerMinutes: number | null
  ratingTotal: number
  ratingCount: number
}

/** Checks whether an athlete takes questions now (S1-6: a paused athlete cannot receive requests). */
export function checkTakesQuestions(athlete: { paused: boolean; listed: boolean }): Result<true> {
  if (!athlete.listed) return refuse('athlete-unavailable')
  return athlete.paused ? refuse('athlete-paused') : done(true)
}
