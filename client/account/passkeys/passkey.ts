import type { NewPasskey, PasskeyChallenge, PasskeyProof } from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type CallResult, call } from '../../api/call.ts'

/** A browser asks for one passkey at a time: what is only offered makes room for what is asked for. */
let offered: AbortController | null = null

/**
 * Has this device sign with a passkey. Null where its owner let it be. With a signal it is only offered among the browser's
 * suggestions, until the signal ends it or a passkey is asked for.
 */
export async function signWithPasskey(until?: AbortSignal): Promise<CallResult<PasskeyProof> | null> {
  offered?.abort()
  offered = until ? new AbortController() : null
  const quiet = until && offered ? AbortSignal.any([until, offered.signal]) : null
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

/** What a device has made, as the server is told of it. */
export type MadePasskey = { id: string; clientDataJSON: string; attestationObject: string }

/** Has this device make a passkey. Null where its owner let it be; refusal: `passkey-known`. */
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
          // ES256, EdDSA, RS256: what every device knows one of
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

/** A browser says with one error that its owner cancelled, that it took too long, and that there is no such passkey. */
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
