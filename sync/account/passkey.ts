import { type Infer, line, z } from '../shape.ts'
import { typedPassword } from './typed.ts'

const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9_-]+$/))

/** The signature that a device made with a passkey, as the browser returns it, in base64url. */
export const passkeyProof = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(2_000),
})
export type PasskeyProof = Infer<typeof passkeyProof>

/** The `passkey-challenge` call: returns a challenge that any passkey may sign. It works once, for five minutes. */
export const passkeyChallengeCall = z.strictObject({})
export type PasskeyChallenge = { challenge: string; rpId: string; timeoutMs: number }

/** The `passkey-sign-in` call: a passkey is both factors, the device and the way its owner unlocks it. */
export const passkeySignInCall = z.strictObject({ passkey: passkeyProof })

/**
 * The `begin-passkey` call: starts adding a passkey to the signed-in account. To add the account's first factor,
 * the password is required too, because a stolen session must not lock out the owner.
 */
export const beginPasskeyCall = z.strictObject({ password: z.optional(typedPassword) })
export type BeginPasskeyCall = Infer<typeof beginPasskeyCall>
export type NewPasskey = PasskeyChallenge & {
  /** The name and the handle that the device shows when it asks which passkey to use. */
  user: { handle: string; name: string }
  /** The passkeys that the account already has, so that a device that holds one of them does not make a second. */
  known: string[]
}

/** How many passkeys an account may have. */
export const PASSKEYS_MOST = 10
const passkeyName = line(40)

/** The `add-passkey` call: the passkey that the device made. */
export const addPasskeyCall = z.strictObject({
  id: base64url(1_400),
  name: passkeyName,
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(16_000),
})
export type AddPasskeyCall = Infer<typeof addPasskeyCall>
/** The recovery codes that come with an account's first factor; they are shown only this once. */
export type AddPasskeyAnswer = { recoveryCodes: string[] | null }

/** The `rename-passkey` and `remove-passkey` calls. */
export const renamePasskeyCall = z.strictObject({ id: base64url(1_400), name: passkeyName })
export type RenamePasskeyCall = Infer<typeof renamePasskeyCall>
export const removePasskeyCall = z.strictObject({ id: base64url(1_400) })

/** A passkey as its owner sees it in a list. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null }
