import type { Context as Call } from 'hono'
import { done, type Result } from '../../../sync/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { checkProof, shownBy } from '../../http/proof.ts'
import { limitRecipient, limitWayIn, type WantedMail } from '../../http/recipient-limit.ts'
import type { TxContext } from '../../transact.ts'
import { deviceOf, isKnownDevice } from '../sessions/known-device.ts'

/**
 * Checks whether a call may trigger a mail to an address that it names. The caller must pass the captcha where
 * one is required; requests by strangers do not count against a device that the address's account knows. Refuses
 * `captcha-*`, `too-many-requests`.
 */
export async function admitMail(work: TxContext, c: Call<AppEnv>, asked: AskedMail): Promise<Result<true>> {
  const wanted = await proven(work, c, asked)
  return wanted.ok ? limitRecipient(work.context, work.tx, wanted.value) : wanted
}

/**
 * Does the same for a mail that lets its reader in. Returns `before` where a mail that was sent shortly before is
 * still valid. Refuses `captcha-*`.
 */
export async function admitWayIn(
  work: TxContext,
  c: Call<AppEnv>,
  asked: AskedMail,
): Promise<Result<'now' | 'before'>> {
  const wanted = await proven(work, c, asked)
  return wanted.ok ? limitWayIn(work.context, work.tx, wanted.value) : wanted
}

type AskedMail = Pick<WantedMail, 'kind' | 'email'> & { captcha?: string | null }

async function proven(
  work: TxContext,
  c: Call<AppEnv>,
  { kind, email, captcha }: AskedMail,
): Promise<Result<WantedMail>> {
  const shown = shownBy(c)
  const checked = await checkProof(work, { ...shown, captcha: captcha ?? shown.captcha })
  if (!checked.ok) return checked
  const device = deviceOf(work.context, c.req.raw)
  const isKnown = device !== null && (await isKnownDevice(work.tx, email, device))
  return done({ ...shown, kind, email, device: isKnown ? device : null })
}
