import { email, type Infer, z } from '../shape.ts'
import { asker } from './asker.ts'
import { USERNAME } from './username.ts'

/** What somebody types; whether it may be a password is asked of the rules. */
const typedPassword = z.string().check(z.maxLength(1_024))
const mailedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const username = z.string().check(z.regex(USERNAME))
const typedEmail = z.string().check(z.maxLength(320))

/** forgot-password and send-link: to whom a one-time link is mailed, should there be such an account. */
export const mailLinkCall = z.strictObject({ email: email(320) })
export type MailLinkCall = Infer<typeof mailLinkCall>

/** reset-password: the mailed token and the new password. */
export const resetPasswordCall = z.strictObject({ token: mailedToken, password: typedPassword })
export type ResetPasswordCall = Infer<typeof resetPasswordCall>

/** use-link: the mailed token signs in. */
export const useLinkCall = z.strictObject({ token: mailedToken })

/** change-password: by whoever knows the current one. */
export const changePasswordCall = z.strictObject({
  email: typedEmail,
  currentPassword: typedPassword,
  newPassword: typedPassword,
})
export type ChangePasswordCall = Infer<typeof changePasswordCall>

/** username: whether it is still free. */
export const usernameCall = z.strictObject({ username })
export type UsernameAnswer = { taken: boolean }

/** join-fan: what a fan tells of themselves, with the password they chose (S2-5.16, S2-5.17). */
export const joinFanCall = z.strictObject({
  person: asker,
  username,
  password: typedPassword,
})
export type JoinFanCall = Infer<typeof joinFanCall>

/** activate-fan: the mailed token and the chosen password again; another username where the first is gone meanwhile. */
export const activateFanCall = z.strictObject({
  token: mailedToken,
  password: typedPassword,
  username: z.optional(username),
})
export type ActivateFanCall = Infer<typeof activateFanCall>
