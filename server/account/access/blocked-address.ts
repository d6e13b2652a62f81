import { createHmac } from 'node:crypto'
import { normaliseEmail } from '../../../sync/account/asker.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Work } from '../../work.ts'

/** What an address is kept blocked under: however it is written, and after it was erased. */
export function addressHash({ secrets }: Pick<Context, 'secrets'>, email: string): string {
  return createHmac('sha256', secrets.askToken)
    .update(`blocked|${normaliseEmail(email)}`)
    .digest('base64url')
}

/** Whether somebody may ask under this address, and by their own account's. Refusal: `asking-refused`, to whom the team has blocked. */
export async function checkMayAsk(
  { context, tx }: Work,
  { personId }: Pick<Caller, 'personId'>,
  email: string,
): Promise<Result<true>> {
  const [own] = personId ? await tx<{ email: string }[]>`select email from person where id = ${personId}` : []
  const hashes = [email, ...(own ? [own.email] : [])].map((each) => addressHash(context, each))
  const [blocked] = await tx`
    select from blocked_address where address_hash = any (${hashes}::text[]) and lifted_at is null limit 1`
  return blocked ? refuse('asking-refused') : done(true)
}
