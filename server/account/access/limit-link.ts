import type { Result } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { countHit, countNetworks, hashed, limitFactorOf } from '../../http/rate-limit.ts'

/** The use of a mailed token: for what, from which client address, and whether the token opens anything. */
type LinkUse = { name: string; token: string; isKnown: boolean; clientAddress: string }

const WINDOW_S = 900
/** How many tokens that open nothing one address may try; the networks around it may try a multiple. */
const GUESSES = 30
/** How often one token that opens something may be used. */
const USES = 30

/**
 * Limits the uses of mailed tokens. Nobody guesses one, so a token that opens something is counted by itself, and
 * others behind the same address who try what opens nothing never shut out its owner. Refuses `too-many-requests`.
 */
export async function limitLink(context: Context, use: LinkUse): Promise<Result<true>> {
  const { name, token, isKnown, clientAddress } = use
  const factor = limitFactorOf(context)
  if (isKnown)
    return countHit(context.sql, `${name} of ${hashed(token)}`, { max: USES * factor, windowS: WINDOW_S })
  const guesses = { name, address: clientAddress, max: GUESSES * factor, windowS: WINDOW_S }
  return countNetworks(context.sql, guesses)
}
