import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { transactOrRefuse } from '../../transact.ts'
import { challengeIn, type Site, spendChallenge } from './challenge.ts'
import { markUsed, passkeyById, type StoredPasskey } from './store.ts'

/** A signature and the account it must belong to; null: any account. */
export type ToCheck = { proof: PasskeyProof; of: string | null }

/**
 * Checks that a passkey of this account, unlocked by its user, has signed a challenge of ours, and spends the
 * challenge. Refuses `wrong-passkey`.
 */
export async function checkPasskey(
  context: Context,
  site: Site,
  { proof, of }: ToCheck,
): Promise<Result<{ userId: string }>> {
  const known = await passkeyById(context.sql, proof.id)
  if (!known || (of !== null && known.userId !== of)) return refuse('wrong-passkey')
  const challenge = challengeIn(proof.clientDataJSON)
  const counter = await signedCounter(context, site, { proof, known, challenge })
  if (counter === null) return refuse('wrong-passkey')
  return transactOrRefuse(context, async (work) => {
    const isFirst = await spendChallenge(work, 'sign-in', challenge)
    const isUsed = isFirst && (await markUsed(work.tx, known.id, counter))
    return isUsed ? done({ userId: known.userId }) : refuse('wrong-passkey')
  })
}

type Signed = { proof: PasskeyProof; known: StoredPasskey; challenge: string }

/** Returns how often the device says the passkey was used; null where the signature is wrong. */
async function signedCounter(
  { log }: Context,
  { origins, rpId }: Site,
  { proof, known, challenge }: Signed,
): Promise<number | null> {
  const { id, ...response } = proof
  const { publicKey, counter } = known
  // Loaded with the first passkey used, because it is 25 MB that a server without passkeys does not need.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpId,
      credential: { id: known.id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for any fault in a proof and quotes the proof, so the error is not logged.
    log.debug({}, 'a passkey was not accepted')
    return null
  }
}
