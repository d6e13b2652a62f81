import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyChallenge, PasskeyProof } from '../../sync/account/passkey.ts'

/** A device that makes a WebAuthn passkey and signs with it (ES256, no attestation). */
export type Authenticator = {
  id: string
  /** Returns the arguments of `add-passkey`, except the passkey's name. */
  make(asked: Pick<NewPasskey, 'challenge' | 'rpId'>): {
    id: string
    clientDataJSON: string
    attestationObject: string
  }
  sign(asked: Pick<PasskeyChallenge, 'challenge' | 'rpId'>): PasskeyProof
}

type Habits = {
  /** The origin of the page that calls the device. */
  origin?: string
  /** Whether the owner unlocked the device. */
  isUnlocked?: boolean
  /** Whether the device counts its uses in the signature counter. */
  counts?: boolean
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** Creates a device with a new passkey that nobody has used yet. */
export function openAuthenticator({
  origin = 'http://localhost:3000',
  isUnlocked = true,
  counts = true,
}: Habits = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let uses = 0
  const dataOf = (rpId: string, flags: number, more = Buffer.alloc(0)) => {
    if (counts) uses += 1
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | PRESENT | (isUnlocked ? VERIFIED : 0), 0)
    head.writeUInt32BE(uses, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, more])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id,
    make({ challenge, rpId }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = Buffer.concat([
        // This is a COSE key: EC2, ES256, P-256, x, y.
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(rawId.length)
      const named = Buffer.concat([Buffer.alloc(16), idLength, rawId, key])
      const data = dataOf(rpId, WITH_KEY, named)
      const attestation = Buffer.concat([
        // This is CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
    },
    sign({ challenge, rpId }) {
      const data = dataOf(rpId, 0)
      const client = clientData('webauthn.get', challenge)
      const signed = createSign('SHA256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey)
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed.toString('base64url'),
      }
    },
  }
}
