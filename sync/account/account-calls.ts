import { LIMITS } from '../limits.ts'
import { email, type Infer, z } from '../shape.ts'
import { passkeyProof } from './passkey.ts'
import { mailedToken, typedCode, typedPassword, typedUsername } from './typed.ts'

const typedEmail = z.string().check(z.maxLength(320))

/** The `forgot-password` and `send-link` calls: mail a one-time link to this address, if it has an account. */
export const mailLinkCall = z.strictObject({ email: email(320) })

/**
 * The `lost-link` call: mails the owner of this address all their private links. Visitors and guests solve a
 * captcha.
 */
export const lostLinkCall = z.strictObject({
  email: email(320),
  captcha: z.nullable(z.string().check(z.maxLength(4_096))),
})

/** The `reset-password` call: the mailed token and the new password. */
export const resetPasswordCall = z.strictObject({ token: mailedToken, password: typedPassword })
export type ResetPasswordCall = Infer<typeof resetPasswordCall>

/**
 * The `use-link` call: signs in with the mailed token, plus a code or a passkey where the account has a second
 * factor.
 */
export const useLinkCall = z.strictObject({
  token: mailedToken,
  code: z.optional(typedCode),
  passkey: z.optional(passkeyProof),
})
export type UseLinkCall = Infer<typeof useLinkCall>

/** The `forget-guest` call: this browser forgets the guest who asked in it without an account. */
export const forgetGuestCall = z.strictObject({})

/** The `look-link` call: tells which account a mailed sign-in link opens, before the link is used. */
export const lookLinkCall = z.strictObject({ token: mailedToken })
export type LinkAnswer = { email: string }

/** The `change-password` call, for anybody who knows the current password. */
export const changePasswordCall = z.strictObject({
  email: typedEmail,
  currentPassword: typedPassword,
  newPassword: typedPassword,
})
export type ChangePasswordCall = Infer<typeof changePasswordCall>

/** The `change-email` call: requests another address for the signed-in account; its password is required as well. */
export const changeEmailCall = z.strictObject({
  email: email(LIMITS.emailCharacters),
  password: typedPassword,
})
export type ChangeEmailCall = Infer<typeof changeEmailCall>

/** The `confirm-email` call: the token that was mailed to the old or to the new address. */
export const confirmEmailCall = z.strictObject({ token: mailedToken })
/** `waiting`: the other inbox has not confirmed yet; `made`: the account has the new address. */
export type ConfirmEmailAnswer = { state: 'waiting' | 'made' }

/** The `username` call: checks whether a username is still free. */
export const usernameCall = z.strictObject({ username: typedUsername })
export type UsernameAnswer = { taken: boolean }

/**
 * The answer to `join-fan` and `join-athlete`. The device uploads the pictures with `uploadToken`; the
 * confirmation is mailed once the last of them has arrived.
 */
export type JoinAnswer = { uploadToken: string }

/**
 * The `activate` call: the mailed token and the chosen password again, plus another username if the first one has
 * been taken in the meantime.
 */
export const activateCall = z.strictObject({
  token: mailedToken,
  password: typedPassword,
  username: z.optional(typedUsername),
})
export type ActivateCall = Infer<typeof activateCall>
