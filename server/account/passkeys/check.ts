import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { transactOrRefuse } from '../../transact.ts'
import { challengeIn, type Site, spendChallenge } from './challenge.ts'
import { markUsed, passkeyById, type StoredPasskey } from './store.ts'

/** What was signed, and whose it has to be; null: whoever's it is. */
export type ToCheck = { proof: PasskeyProof; of: string | null }

/**
 * Whether a passkey of this account signed a challenge of ours, after whatever unlocks it did; the challenge is used from
 * now on. Refusal: `wrong-passkey`.
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

/** How often the passkey was used, as its device counts; null where the signature is not right. */
async function signedCounter(
  { log }: Context,
  { origins, rpId }: Site,
  { proof, known, challenge }: Signed,
): Promise<number | null> {
  const { id, ...response } = proof
  const { publicKey, counter } = known
  // loaded by whoever uses a passkey first: it is 25 MB that a server without passkeys does not need
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
    // the library throws for whatever in a proof is not as it should be, and quotes it
    log.debug({}, 'a passkey was not accepted')
    return null
  }
}
