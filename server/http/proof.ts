import type { Context as Call } from 'hono'
import { HEADERS } from '../../sync/paths.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { TxContext } from '../transact.ts'
import type { AppEnv } from './app-env.ts'
import { checkCaptcha } from './captcha.ts'

/** Longer than any captcha, in characters. */
const HIGHEST_LENGTH = 4_096

/** The proof of a call: its session or a solved captcha, and the address it comes from. */
export type Shown = { caller: Caller; captcha: string | null; clientAddress: string }

/** Returns the proof of a request, with the captcha from its header. */
export function shownBy(c: Call<AppEnv>): Shown {
  const { found, clientAddress } = c.var
  return { caller: found.caller, captcha: headerCaptcha(c.req.raw.headers), clientAddress }
}

/** Returns the captcha in a request's header; null where it has none. */
export function headerCaptcha(headers: Headers): string | null {
  return headers.get(HEADERS.captcha)?.slice(0, HIGHEST_LENGTH) || null
}

/**
 * Checks the proof that every call needs which creates a guest, a mail, a hold or an upload (D116): a session,
 * which an account closed by the team cannot have, or a captcha solved for this very call, which is spent with
 * it. `server/testing/rights/proofs.ts` lists the proof of each call. Refuses `captcha-missing`, `captcha-wrong`,
 * `captcha-used`.
 */
export async function checkProof(
  work: TxContext,
  { caller, captcha }: Pick<Shown, 'caller' | 'captcha'>,
): Promise<Result<true>> {
  return caller.personId ? done(true) : checkCaptcha(work, captcha)
}
