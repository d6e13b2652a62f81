import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'

/** An athlete as anyone may see one: never e-mail, birth date, payment ids or no-go topics (D39). */
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
  /** Cents; 0 asks nothing, null has not chosen yet (D22). */
  priceCents: number | null
  promo: boolean
  paused: boolean
  /** Of a pause with a return date: when questions are taken again (D82). */
  pausedUntil: Moment | null
  pictureUrl: string | null
  /** Up to three pictures behind the name; the lines of the sport where there are none (D92). */
  coverUrls: string[]
  /** Handles, without @. */
  instagram: string | null
  tiktok: string | null
  x: string | null
  /** Links as they were given; `tiktokVideoId` says which of them are shown. */
  tiktokEmbeds: string[]
  /** From approval to the delivered answer, usually; null where too few are known. */
  answerMinutes: number | null
  ratingTotal: number
  ratingCount: number
}

/** Whether an athlete takes questions now (S1-6: a paused athlete cannot receive requests). */
export function checkTakesQuestions(athlete: { paused: boolean; listed: boolean }): Result<true> {
  if (!athlete.listed) return refuse('athlete-unavailable')
  return athlete.paused ? refuse('athlete-paused') : done(true)
}
