import type { MiddlewareHandler } from 'hono'
import type { IntentArgs, IntentName } from '../../../sync/intents.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, type Result } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import { seeFactor } from './step-up.ts'

/** The calls of a session that ask for the second factor again, where the account has one. */
export const CALLS_ASKED_AGAIN: readonly string[] = [
  CALLS.openMine,
  CALLS.endSessions,
  CALLS.beginSecondFactor,
  CALLS.renewCodes,
  CALLS.beginPasskey,
  CALLS.addPasskey,
  CALLS.removePasskey,
  CALLS.changePassword,
  CALLS.changeEmail,
  CALLS.correctEmail,
  CALLS.createAccountLink,
  CALLS.payoutHandle,
]

/**
 * The calls with the token of a mailed link that ask for the factor where the link's address has an account. Nothing
 * enforces this list: each verb asks by itself, and `asked-again.pg.test.ts` checks that it does.
 */
export const MAILED_CALLS_ASKED_AGAIN: readonly string[] = [CALLS.mine, CALLS.leave]

type Asked = { [N in IntentName]?: (args: IntentArgs<N>) => boolean }

/** The intents that ask for the factor again, with the arguments for which they do. */
export const INTENTS_ASKED_AGAIN: Asked = {
  'profile.save': ({ after }) => 'payoutHandle' in after,
  'team.invite': () => true,
  'team.set-role': () => true,
  'team.remove': () => true,
}

/**
 * Asks for the second factor before the call is read, so that a stolen session alone gets no further (ASVS
 * 7.5.1).
 */
export function factorGuard({ sql }: Pick<Context, 'sql'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { sessionId } = c.var.found.caller
    if (!sessionId || !CALLS_ASKED_AGAIN.includes(c.req.path)) return next()
    const seen = await seeFactor(sql, sessionId)
    return seen.ok ? next() : answerRefusal(c, seen.refusal)
  }
}

/** Checks whether an intent with these arguments asks for the factor again. */
export function isAskedAgain<N extends IntentName>(name: N, args: IntentArgs<N>): boolean {
  return INTENTS_ASKED_AGAIN[name]?.(args) ?? false
}

/** Checks whether the caller of such an intent has shown the factor recently. Refuses `step-up-wanted`. */
export async function mayDecide({ sql }: Pick<Context, 'sql'>, { sessionId }: Caller): Promise<Result<true>> {
  return sessionId ? seeFactor(sql, sessionId) : done(true)
}
