import { z } from '../shape.ts'
import { USERNAME } from './username.ts'

/** What somebody types; whether it may be a password is asked of the rules. */
export const typedPassword = z.string().check(z.maxLength(1_024))

/** The token of a mailed link. */
export const mailedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** A username as every sign-up takes one (S2-5.5). */
export const typedUsername = z.string().check(z.regex(USERNAME))

/** Six digits from an app, or a recovery code; written with spaces or dashes as people do. */
export const typedCode = z.string().check(z.maxLength(48), z.regex(/^[0-9A-Za-z][0-9A-Za-z -]*$/))
