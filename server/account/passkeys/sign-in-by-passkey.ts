import type { PasskeyProof } from '../../../sync/account/passkey.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { transactOrRefuse } from '../../transact.ts'
import { accountByUser } from '../access/account-row.ts'
import { beginSession } from '../access/begin-session.ts'
import type { Site } from './challenge.ts'
import { checkPasskey } from './check.ts'

type Signing = { site: Site; proof: PasskeyProof; userAgent: string | null }

/**
 * Signs in the owner of a passkey: the device and the way it is unlocked are both factors. Refuses
 * `wrong-passkey`, `account-closed`.
 */
export async function signInByPasskey(
  context: Context,
  { site, proof, userAgent }: Signing,
): Promise<Result<{ setCookie: string }>> {
  const checked = await checkPasskey(context, site, { proof, of: null })
  if (!checked.ok) return checked
  const { userId } = checked.value
  return transactOrRefuse(context, async (work) => {
    const account = await accountByUser(work.tx, userId)
    if (!account) return refuse('wrong-passkey')
    if (account.isClosed) return refuse('account-closed')
    return done(await beginSession(work, userId, { userAgent, isFactorShown: true }))
  })
}
