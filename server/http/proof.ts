import type { Context as Call } from 'hono'
import { HEADERS } from '../../sync/paths.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { TxContext } from '../transact.ts'
import type { AppEnv } from './app-env.ts'
import { checkCaptcha } from './captcha.ts'

/** Longer than any captcha is. */
const HIGHEST_LENGTH = 4_096

/** What a call shows of whoever makes it: a session or a solved captcha, and the address it comes from. */
export type Shown = { caller: Caller; captcha: string | null; clientAddress: string }

/** What a request shows, with its captcha in the header. */
export function shownBy(c: Call<AppEnv>): Shown {
  const { found, clientAddress } = c.var
  return { caller: found.caller, captcha: headerCaptcha(c.req.raw.headers), clientAddress }
}

/** The captcha in a request's header; null where there is none. */
export function headerCaptcha(headers: Headers): string | null {
  return headers.get(HEADERS.captcha)?.slice(0, HIGHEST_LENGTH) || null
}

/**
 * What stands before every call that makes a guest, a mail, a hold or an upload (D116): a session, which no account has
 * that the team has closed, or a captcha that is solved for this very call and spent with it. Which call has what is in
 * `server/testing/rights/proofs.ts`. Refusals: `captcha-missing`, `captcha-wrong`, `captcha-used`.
 */
export async function checkProof(
  work: TxContext,
  { caller, captcha }: Pick<Shown, 'caller' | 'captcha'>,
): Promise<Result<true>> {
  return caller.personId ? done(true) : checkCaptcha(work, captcha)
}
