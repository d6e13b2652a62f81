import type { NewPasskey, PasskeyChallenge, PasskeyProof } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { anySignal } from '../../api/any-signal.ts'
import { type CallResult, call } from '../../api/call.ts'

/**
 * The current offer among the browser's suggestions. A request by a button aborts it, because a browser handles
 * only one passkey request at a time.
 */
let offered: AbortController | null = null

/**
 * Asks this device to sign with a passkey. Returns null when the user cancels. With a signal, the browser only
 * offers passkeys among its suggestions, until the signal aborts or another passkey request begins.
 */
export async function signWithPasskey(until?: AbortSignal): Promise<CallResult<PasskeyProof> | null> {
  offered?.abort()
  offered = until ? new AbortController() : null
  const quiet = until && offered ? anySignal([until, offered.signal]) : null
  const asked = await call<PasskeyChallenge>(CALLS.passkeyChallenge, {})
  if (!asked.ok) return asked
  const { challenge, rpId, timeoutMs } = asked.value
  const signed = await unlessLetBe(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        timeout: timeoutMs,
        userVerification: 'required',
      },
      ...(quiet && { mediation: 'conditional', signal: quiet }),
    }),
  )
  if (!(signed instanceof PublicKeyCredential)) return null
  const { clientDataJSON, authenticatorData, signature } = signed.response as AuthenticatorAssertionResponse
  return done({
    id: signed.id,
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  })
}

/** A new passkey in the form that the server expects. */
export type MadePasskey = { id: string; clientDataJSON: string; attestationObject: string }

/** Asks this device to create a passkey. Returns null when the user cancels; refuses with `passkey-known`. */
export async function makePasskey(asked: NewPasskey): Promise<Result<MadePasskey> | null> {
  const { challenge, rpId, timeoutMs, user, known } = asked
  offered?.abort()
  let isKnown = false
  const made = await unlessLetBe(
    () =>
      navigator.credentials.create({
        publicKey: {
          challenge: bytesOf(challenge),
          rp: { id: rpId, name: document.title.split(' · ').at(-1) ?? rpId },
          user: { id: bytesOf(user.handle), name: user.name, displayName: user.name },
          // ES256, EdDSA and RS256, because every authenticator supports at least one of them.
          pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
          timeout: timeoutMs,
          excludeCredentials: known.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        },
      }),
    () => {
      isKnown = true
    },
  )
  if (isKnown) return refuse('passkey-known')
  if (!(made instanceof PublicKeyCredential)) return null
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return done({
    id: made.id,
    clientDataJSON: textOf(clientDataJSON),
    attestationObject: textOf(attestationObject),
  })
}

const LET_BE = ['NotAllowedError', 'AbortError', 'TimeoutError', 'SecurityError', 'NotSupportedError']

/**
 * Returns null for the errors by which a browser reports a cancellation, a timeout or a missing passkey, because
 * it does not tell them apart.
 */
async function unlessLetBe<T>(ask: () => Promise<T>, onKnown = () => {}): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'InvalidStateError') onKnown()
    else if (!LET_BE.includes(name)) throw error
    return null
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
