import { email, z } from '../shape.ts'
import { mailedToken, typedPassword } from './typed.ts'

/** mine-link: to whom the link to their own data is mailed, should we have any. */
export const mineLinkCall = z.strictObject({ email: email(320) })

/** open-mine: the same link for whoever is signed in and types the password again. */
export const openMineCall = z.strictObject({ password: typedPassword })
export type OpenMineAnswer = { token: string }

/** mine, leave and keep: the token of the link, or of the mail about a leaving. */
export const mineCall = z.strictObject({ token: mailedToken })

/** mine: what there is of somebody, and where a copy of it is. */
export type MineAnswer = {
  email: string
  hasAccount: boolean
  questions: number
  answers: number
  /** Of the videos in the copy. */
  videos: number
  videoBytes: number
  /** Questions that end with the leaving; of an athlete those that wait for an answer. */
  openQuestions: number
  /** Since somebody asked to leave: when everything is erased. */
  eraseAt: number | null
  /** Good for ten minutes. */
  exportUrl: string
}

export type LeaveAnswer = { eraseAt: number }

/** What is shown of somebody who has left. */
export const NOBODY = { firstName: 'Former', lastName: 'member' } as const
/** How the address ends that stands in place of theirs. */
export const NOBODYS_DOMAIN = '@erased.invalid'
/** How the address ends that stands in place of one that somebody only typed. */
export const NOBODYS_PLACE = '@asked.invalid'
