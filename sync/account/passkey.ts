import { type Infer, line, z } from '../shape.ts'
import { typedPassword } from './typed.ts'

const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/))

/** What a device signed with a passkey, as the browser hands it over, in base64url. */
export const passkeyProof = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(2_000),
})
export type PasskeyProof = Infer<typeof passkeyProof>

/** passkey-challenge: what a passkey is to sign, whosever it is. It is good once, for five minutes. */
export const passkeyChallengeCall = z.strictObject({})
export type PasskeyChallenge = { challenge: string; rpId: string; timeoutMs: number }

/** passkey-sign-in: a passkey is both factors, the device and whatever unlocks it. */
export const passkeySignInCall = z.strictObject({ passkey: passkeyProof })

/**
 * begin-passkey: a new one for the account that is signed in. The first factor of an account is given to whoever also
 * knows its password: a stolen session must not shut its owner out.
 */
export const beginPasskeyCall = z.strictObject({ password: z.optional(typedPassword) })
export type BeginPasskeyCall = Infer<typeof beginPasskeyCall>
export type NewPasskey = PasskeyChallenge & {
  /** Said by the device when it asks which passkey is to be used. */
  user: { handle: string; name: string }
  /** Those that the account has: a device that holds one of them makes no second one. */
  known: string[]
}

/** How many passkeys an account may have. */
export const PASSKEYS_MOST = 10
const passkeyName = line(40)

/** add-passkey: what the device made. */
export const addPasskeyCall = z.strictObject({
  id: base64url(1_400),
  name: passkeyName,
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(16_000),
})
export type AddPasskeyCall = Infer<typeof addPasskeyCall>
/** Codes come with the first factor of an account, and are told once. */
export type AddPasskeyAnswer = { recoveryCodes: string[] | null }

/** rename-passkey and remove-passkey. */
export const renamePasskeyCall = z.strictObject({ id: base64url(1_400), name: passkeyName })
export type RenamePasskeyCall = Infer<typeof renamePasskeyCall>
export const removePasskeyCall = z.strictObject({ id: base64url(1_400) })

/** A passkey as its owner knows it. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null }
