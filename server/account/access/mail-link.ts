import type { LinkAnswer } from '../../../sync/account/account-calls.ts'
import { RESET_LINK_MS, SIGN_IN_LINK_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { accountByEmail, accountByUser } from './account-row.ts'
import { accountOfToken, keepToken, type TokenPurpose } from './one-time-token.ts'

const LIVES_MS = { 'password-reset': RESET_LINK_MS, 'sign-in-link': SIGN_IN_LINK_MS }

/**
 * Mails the account of an address a link that works once (D74, D102). Whether there is one changes neither the answer
 * nor what is written for it, so that neither tells (no enumeration by answer or by time).
 */
export async function mailLink(work: TxContext, email: string, purpose: TokenPurpose): Promise<void> {
  const account = await accountByEmail(work.tx, email)
  const mailId = work.context.random.id()
  const userId = account?.userId ?? null
  await keepToken(work, { mailId, purpose, userId, livesMs: LIVES_MS[purpose] })
  await tellAccount(work, { id: mailId, kind: purpose, personId: account?.personId ?? null })
}

/**
 * Whose account a mailed sign-in link opens, told to whoever has it: a link of somebody else's would have them work in
 * another's account without knowing. It stays good. Refusal: `link-spent`.
 */
export async function lookAtLink({ sql }: Context, token: string): Promise<Result<LinkAnswer>> {
  const userId = await accountOfToken(sql, token, 'sign-in-link')
  const account = userId && (await accountByUser(sql, userId))
  return account ? done({ email: account.email }) : refuse('link-spent')
}
