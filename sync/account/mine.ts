import { email, z } from '../shape.ts'
import { mailedToken, typedPassword } from './typed.ts'

/** The `mine-link` call: mails the owner of this address a link to their own data, if we have any. */
export const mineLinkCall = z.strictObject({ email: email(320) })

/** The `open-mine` call: gives a signed-in member the same link after they type their password again. */
export const openMineCall = z.strictObject({ password: typedPassword })
export type OpenMineAnswer = { token: string }

/** The `mine`, `leave` and `keep` calls: the token of the data link, or of the mail about a leaving. */
export const mineCall = z.strictObject({ token: mailedToken })

/** The answer to `mine`: a summary of everything kept about this person, and the address of a copy of it. */
export type MineAnswer = {
  email: string
  hasAccount: boolean
  /** False for a member of the team, whom an owner removes first. A former build of the server does not say. */
  mayLeave?: boolean
  /** Athletes withdraw, by leaving, an answer whose video has not fully arrived. */
  isAthlete: boolean
  questions: number
  answers: number
  /** How many videos the copy contains. */
  videos: number
  videoBytes: number
  /** How many open questions end if this person leaves; for an athlete, those that wait for an answer. */
  openQuestions: number
  /** When everything is erased, once this person has asked to leave; else null. */
  eraseAt: number | null
  /** Valid for ten minutes. */
  exportUrl: string
}

export type LeaveAnswer = { eraseAt: number }

/** The name that is shown in place of a person who has left. */
export const NOBODY = { firstName: 'Former', lastName: 'member' } as const
/** The end of the address that replaces the address of an erased person. */
export const NOBODYS_DOMAIN = '@erased.invalid'
/**
 * The end of the placeholder address of a person who only typed an address, because typing one does not prove
 * owning it (D117).
 */
export const NOBODYS_PLACE = '@asked.invalid'
