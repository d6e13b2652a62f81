import { LIMITS } from '../limits.ts'
import { email, id, z } from '../shape.ts'

/** The `correct-email` call: corrects a mistyped address until approval; the link is mailed again. */
export const correctEmailCall = z.strictObject({ questionId: id, email: email(LIMITS.emailCharacters) })
export type CorrectEmailAnswer = { viewPath: string }
