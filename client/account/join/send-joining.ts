import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import { type PicturePlace, placesFor } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import { type CallResult, call, callHeaders, readRefusal } from '../../app/call.ts'

const TIMEOUT_MS = 120_000
const TRIES = 3

/**
 * Signs up: the account first, then its pictures, the profile picture before the others, one after the other (S2-4.22, D53). The server mails the confirmation
 * when the last picture is there; a picture that did not get through is tried again, and one that is there already does
 * no harm.
 */
export async function sendJoining(
  path: string,
  joining: object,
  pictures: readonly Blob[],
): Promise<CallResult<object>> {
  const joined = await call<JoinAnswer>(path, joining)
  if (!joined.ok) return joined
  const { uploadToken } = joined.value
  for (const [index, place] of placesFor(pictures.length - 1).entries()) {
    const sent = await sendPicture(uploadToken, place, pictures[index])
    if (!sent.ok) return sent
  }
  return { ok: true, value: {} }
}

async function sendPicture(
  uploadToken: string,
  place: PicturePlace,
  picture: Blob | undefined,
): Promise<CallResult<object>> {
  let sent: CallResult<object> = NOT_SENT
  for (let tries = 0; tries < TRIES && !sent.ok && 'offline' in sent; tries += 1)
    sent = await putPicture(uploadToken, place, picture)
  return sent
}

const NOT_SENT = { ok: false, offline: true, reason: 'network', status: null, retryAfterMs: null } as const

async function putPicture(
  uploadToken: string,
  place: PicturePlace,
  picture: Blob | undefined,
): Promise<CallResult<object>> {
  try {
    const answer = await fetch(`${USER_MEDIA.path}?place=${place}`, {
      method: 'POST',
      headers: { ...callHeaders(), [USER_MEDIA.tokenHeader]: uploadToken },
      body: picture ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return { ok: true, value: {} }
    const refusal = readRefusal(await answer.json().catch(() => null))
    return refusal ? { ok: false, refusal } : { ...NOT_SENT, reason: 'server', status: answer.status }
  } catch {
    return NOT_SENT
  }
}
