import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Role } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { subjectLimits } from '../../http/rate-limit.ts'
import { attempt } from '../../work.ts'
import { accountByUser } from '../access/account-row.ts'
import { recoveryCodesLeft, spendCode } from './store.ts'

/** A right code in a thousand tries is likely by chance: so few of them are allowed to an account. */
const TRIES = { max: 5, windowS: 900 }
const TRIES_A_DAY = { max: 30, windowS: 86_400 }

/** Whether accounts of this role have to have a second factor: the team's, where it is no demo. */
export function isFactorNeeded({ mode }: Pick<Context['env'], 'mode'>, role: Role | string): boolean {
  return mode === 'production' && role === 'admin'
}

/**
 * Whether a session of this account may begin, after everything else was right. Refusals: `account-closed` to whom the
 * team has shown the last card (D52); `second-factor-wanted`
 * where no code came with it, `wrong-code`, `too-many-requests`; `second-factor-needed` to a member of the team
 * without one.
 */
export async function mayBeginSession(
  context: Context,
  userId: string,
  code: string | null,
): Promise<Result<true>> {
  const account = await accountByUser(context.sql, userId)
  if (account?.isClosed) return refuse('account-closed')
  const left = await recoveryCodesLeft(context.sql, userId)
  if (left !== null) return code === null ? refuse('second-factor-wanted') : checkCode(context, userId, code)
  if (context.env.mode !== 'production') return done(true)
  return account && isFactorNeeded(context.env, account.role) ? refuse('second-factor-needed') : done(true)
}

/** Spends a code of the account's second factor. Every try counts. Refusals: `wrong-code`, `too-many-requests`. */
export async function checkCode(context: Context, userId: string, code: string): Promise<Result<true>> {
  const counted = await countTry(context, userId)
  if (!counted.ok) return counted
  return attempt(context, async (work) =>
    (await spendCode(work, userId, code)) ? done(true) : refuse('wrong-code'),
  )
}

async function countTry(context: Context, userId: string): Promise<Result<true>> {
  const limitSubject = subjectLimits(context)
  const soon = await limitSubject('second-factor', userId, TRIES)
  return soon.ok ? limitSubject('second-factor-day', userId, TRIES_A_DAY) : soon
}
