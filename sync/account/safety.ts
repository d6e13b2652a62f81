import { LIMITS } from '../limits.ts'
import { email, type Infer, id, line, z } from '../shape.ts'
import { type Passkey, passkeyProof } from './passkey.ts'
import { mailedToken, typedCode, typedPassword } from './typed.ts'

/** A device that is signed in to the account, with the coarse name its browser gave and when it was last used. */
export type SignedInDevice = {
  id: string
  device: string
  signedInAt: number
  /** Rounded to the hour. */
  lastUsedAt: number
  /** Whether this is the device that asks. */
  isThis: boolean
}

/** A requested change of the account's address, which waits until both inboxes have confirmed it. */
export type EmailChange = { email: string; isOldConfirmed: boolean; isNewConfirmed: boolean; until: number }

/** The answer to GET `safety`: where the account is signed in, and what signing in requires besides the password. */
export type SafetyAnswer = {
  sessions: SignedInDevice[]
  /** Whether further sessions exist that were used longer ago than those listed. */
  moreSessions: boolean
  secondFactor: {
    /** Whether codes from an authenticator app are on. */
    isOn: boolean
    recoveryCodesLeft: number
    /** Whether codes may not be turned off: members of the team must keep them or have a passkey instead. */
    isNeeded: boolean
  }
  passkeys: Passkey[]
  emailChange: EmailChange | null
}

/**
 * The `show-factor` call: shows the second factor again before an action that requires it, for a session or for
 * the mailed data link whose token is sent along.
 */
export const showFactorCall = z.strictObject({
  token: z.optional(mailedToken),
  code: z.optional(typedCode),
  passkey: z.optional(passkeyProof),
})
export type ShowFactorCall = Infer<typeof showFactorCall>

/**
 * The `end-sessions` call: ends some of the caller's sessions, which may include the current one. The password is
 * required where the account has no second factor.
 */
export const endSessionsCall = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
  password: z.optional(typedPassword),
})
export type EndSessionsCall = Infer<typeof endSessionsCall>

/** A second-factor key that was shown but is not stored yet, encrypted by the server. */
const sealedKey = z.string().check(z.maxLength(400), z.regex(/^[A-Za-z0-9_-]+$/))

/** The `begin-second-factor` call: requires the password. */
export const beginSecondFactorCall = z.strictObject({ password: typedPassword })

/**
 * A new key for an authenticator app, as a link and as text to type. The device sends `sealed` back with the
 * first code.
 */
export type NewSecondFactor = { link: string; key: string; sealed: string }

/** The `confirm-second-factor` call: the first code proves that the app has the key. */
export const confirmSecondFactorCall = z.strictObject({ sealed: sealedKey, code: typedCode })
export type ConfirmSecondFactorCall = Infer<typeof confirmSecondFactorCall>
/** Recovery codes, which the server shows only once. */
export type RecoveryCodes = { recoveryCodes: string[] }

/** The `renew-codes` call: replaces the recovery codes and shows the new ones once; the old ones stop working. */
export const renewCodesCall = z.strictObject({})

/** The `end-second-factor` call: turns it off; requires both factors. */
export const endSecondFactorCall = z.strictObject({ password: typedPassword, code: typedCode })
export type EndSecondFactorCall = Infer<typeof endSecondFactorCall>

/**
 * The `begin-first-admin` call: the token of the link that the server printed at its first start, when no admin
 * existed.
 */
export const beginFirstAdminCall = z.strictObject({
  token: mailedToken,
  email: email(LIMITS.emailCharacters),
})
export type BeginFirstAdminCall = Infer<typeof beginFirstAdminCall>

/** The `first-admin` call: everything the first admin's account needs, including its second factor. */
export const firstAdminCall = z.strictObject({
  token: mailedToken,
  firstName: line(LIMITS.nameCharacters),
  lastName: line(LIMITS.nameCharacters),
  email: email(LIMITS.emailCharacters),
  password: typedPassword,
  sealed: sealedKey,
  code: typedCode,
})
export type FirstAdminCall = Infer<typeof firstAdminCall>
