import { z } from '../shape.ts'
import { USERNAME } from './username.ts'

/** A password as typed. The rules in `password.ts` decide whether it may be chosen. */
export const typedPassword = z.string().check(z.maxLength(1_024))

/** The token of a mailed link. */
export const mailedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** A username as every sign-up accepts it (S2-5.5). */
export const typedUsername = z.string().check(z.regex(USERNAME))

/** Six digits from an app, or a recovery code; people may type it with spaces or dashes. */
export const typedCode = z.string().check(z.maxLength(48), z.regex(/^[0-9A-Za-z][0-9A-Za-z -]*$/))
