import { LIMITS } from '../limits.ts'
import { email, type Infer, id, line, z } from '../shape.ts'
import { type Passkey, passkeyProof } from './passkey.ts'
import { mailedToken, typedCode, typedPassword } from './typed.ts'

/** A device that is signed in to the account: named as coarsely as its browser told, with when it was last seen. */
export type SignedInDevice = {
  id: string
  device: string
  signedInAt: number
  /** To the hour. */
  lastUsedAt: number
  /** The one that asks. */
  isThis: boolean
}

/** Another address that was asked for and waits until both inboxes have confirmed it. */
export type EmailChange = { email: string; isOldConfirmed: boolean; isNewConfirmed: boolean; until: number }

/** GET safety: where the account is signed in, and what signing in takes beside the password. */
export type SafetyAnswer = {
  sessions: SignedInDevice[]
  /** There are others, which were used longer ago. */
  moreSessions: boolean
  secondFactor: {
    /** Of the codes from an app. */
    isOn: boolean
    recoveryCodesLeft: number
    /** It may not be turned off: members of the team keep theirs, or have a passkey instead. */
    isNeeded: boolean
  }
  passkeys: Passkey[]
  emailChange: EmailChange | null
}

/**
 * show-factor: the second factor once more, for what asks for it again; of a session, or of the mailed link to one's own
 * data whose token comes along.
 */
export const showFactorCall = z.strictObject({
  token: z.optional(mailedToken),
  code: z.optional(typedCode),
  passkey: z.optional(passkeyProof),
})
export type ShowFactorCall = Infer<typeof showFactorCall>

/** end-sessions: some of the caller's own, this one among them or not; with the password where there is no second factor. */
export const endSessionsCall = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
  password: z.optional(typedPassword),
})
export type EndSessionsCall = Infer<typeof endSessionsCall>

/** A key that was shown and is not kept yet, sealed by the server. */
const sealedKey = z.string().check(z.maxLength(400), z.regex(/^[A-Za-z0-9_-]+$/))

/** begin-second-factor: by whoever knows the password. */
export const beginSecondFactorCall = z.strictObject({ password: typedPassword })

/** What an authenticator app is given, as a link and as a key to type; `sealed` comes back with the first code. */
export type NewSecondFactor = { link: string; key: string; sealed: string }

/** confirm-second-factor: the first code shows that the key has arrived. */
export const confirmSecondFactorCall = z.strictObject({ sealed: sealedKey, code: typedCode })
export type ConfirmSecondFactorCall = Infer<typeof confirmSecondFactorCall>
/** Told once and never again. */
export type RecoveryCodes = { recoveryCodes: string[] }

/** renew-codes: fresh recovery codes, told this once; those of before are good for nothing. */
export const renewCodesCall = z.strictObject({})

/** end-second-factor: turned off by whoever has both factors. */
export const endSecondFactorCall = z.strictObject({ password: typedPassword, code: typedCode })
export type EndSecondFactorCall = Infer<typeof endSecondFactorCall>

/** begin-first-admin: the link the server told at its first start, before there is any admin. */
export const beginFirstAdminCall = z.strictObject({
  token: mailedToken,
  email: email(LIMITS.emailCharacters),
})
export type BeginFirstAdminCall = Infer<typeof beginFirstAdminCall>

/** first-admin: everything an admin's account begins with, its second factor included. */
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
