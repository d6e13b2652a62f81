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
 * Mails a link that works once to the account of an address (D74, D102). Without an account, the answer and the
 * rows written are the same, so that neither the answer nor its time reveals who has an account.
 */
export async function mailLink(work: TxContext, email: string, purpose: TokenPurpose): Promise<void> {
  const account = await accountByEmail(work.tx, email)
  const mailId = work.context.random.id()
  const userId = account?.userId ?? null
  await keepToken(work, { mailId, purpose, userId, livesMs: LIVES_MS[purpose] })
  await tellAccount(work, { id: mailId, kind: purpose, personId: account?.personId ?? null })
}

/**
 * Returns whose account a mailed sign-in link opens, because a user who opens another person's link would work in
 * that account without noticing. The link stays valid. Refuses `link-spent`.
 */
export async function lookAtLink({ sql }: Context, token: string): Promise<Result<LinkAnswer>> {
  const userId = await accountOfToken(sql, token, 'sign-in-link')
  const account = userId && (await accountByUser(sql, userId))
  return account ? done({ email: account.email }) : refuse('link-spent')
}
