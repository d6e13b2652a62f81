import type { Context as Call } from 'hono'
import type { Result } from '../../../sync/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { checkProof, shownBy } from '../../http/proof.ts'
import { limitRecipient, type WantedMail } from '../../http/recipient-limit.ts'
import type { Work } from '../../work.ts'
import { deviceOf, isKnownDevice } from '../sessions/known-device.ts'

/**
 * Whether a call may have a mail sent to an address that it names: whoever calls has shown what they must, and what
 * strangers asked for is not held against a device that the account of the address knows. Refusals: `captcha-*`,
 * `too-many-requests`.
 */
export async function admitMail(
  work: Work,
  c: Call<AppEnv>,
  { kind, email, captcha }: Pick<WantedMail, 'kind' | 'email'> & { captcha?: string | null },
): Promise<Result<true>> {
  const shown = shownBy(c)
  const proven = await checkProof(work, { ...shown, captcha: captcha ?? shown.captcha })
  if (!proven.ok) return proven
  const device = deviceOf(work.context, c.req.raw)
  const isKnown = device !== null && (await isKnownDevice(work.tx, email, device))
  return limitRecipient(work.context, work.tx, { ...shown, kind, email, device: isKnown ? device : null })
}
