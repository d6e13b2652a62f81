import { LIMITS } from '../limits.ts'
import { email, type Infer, z } from '../shape.ts'
import { passkeyProof } from './passkey.ts'
import { mailedToken, typedCode, typedPassword, typedUsername } from './typed.ts'

const typedEmail = z.string().check(z.maxLength(320))

/** forgot-password and send-link: to whom a one-time link is mailed, should there be such an account. */
export const mailLinkCall = z.strictObject({ email: email(320) })
export type MailLinkCall = Infer<typeof mailLinkCall>

/** lost-link: to whom every private link of theirs is mailed. Visitors and guests solve a captcha. */
export const lostLinkCall = z.strictObject({
  email: email(320),
  captcha: z.nullable(z.string().check(z.maxLength(4_096))),
})

/** reset-password: the mailed token and the new password. */
export const resetPasswordCall = z.strictObject({ token: mailedToken, password: typedPassword })
export type ResetPasswordCall = Infer<typeof resetPasswordCall>

/** use-link: the mailed token signs in, with a code or a passkey where the account asks for one. */
export const useLinkCall = z.strictObject({
  token: mailedToken,
  code: z.optional(typedCode),
  passkey: z.optional(passkeyProof),
})
export type UseLinkCall = Infer<typeof useLinkCall>

/** forget-guest: this browser is nobody's any more who asked without an account. */
export const forgetGuestCall = z.strictObject({})

/** look-link: whose account a mailed sign-in link opens, before it is used. */
export const lookLinkCall = z.strictObject({ token: mailedToken })
export type LinkAnswer = { email: string }

/** change-password: by whoever knows the current one. */
export const changePasswordCall = z.strictObject({
  email: typedEmail,
  currentPassword: typedPassword,
  newPassword: typedPassword,
})
export type ChangePasswordCall = Infer<typeof changePasswordCall>

/** change-email: another address for the account that is signed in, by whoever also knows its password. */
export const changeEmailCall = z.strictObject({
  email: email(LIMITS.emailCharacters),
  password: typedPassword,
})
export type ChangeEmailCall = Infer<typeof changeEmailCall>

/** confirm-email: the token that was mailed to the former address, or to the new one. */
export const confirmEmailCall = z.strictObject({ token: mailedToken })
/** `waiting`: for the other inbox; `made`: the account has the new address. */
export type ConfirmEmailAnswer = { state: 'waiting' | 'made' }

/** username: whether it is still free. */
export const usernameCall = z.strictObject({ username: typedUsername })
export type UsernameAnswer = { taken: boolean }

/** join-fan and join-athlete; `uploadToken`: with it the pictures are brought; the confirmation is mailed when the last of them is there. */
export type JoinAnswer = { uploadToken: string }

/** activate: the mailed token and the chosen password again; another username where the first is gone meanwhile. */
export const activateCall = z.strictObject({
  token: mailedToken,
  password: typedPassword,
  username: z.optional(typedUsername),
})
export type ActivateCall = Infer<typeof activateCall>
