import type { PicturePlace } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import { type CallResult, callHeaders } from '../../api/call.ts'
import { readRefusal } from '../../api/exchange.ts'

const TIMEOUT_MS = 120_000
const TRIES = 3
const NOT_SENT = { ok: false, offline: true, reason: 'network', status: null, retryAfterMs: null } as const

/**
 * Uploads a picture to its place, with a sign-up's token, or as the signed-in user when the team asked for it.
 * Retries after a network error, because sending the same picture twice does no harm.
 */
export async function sendPicture(
  place: PicturePlace,
  picture: Blob | undefined,
  uploadToken: string | null = null,
): Promise<CallResult<object>> {
  let sent: CallResult<object> = NOT_SENT
  for (let tries = 0; tries < TRIES && !sent.ok && 'offline' in sent; tries += 1)
    sent = await putPicture(place, picture, uploadToken)
  return sent
}

async function putPicture(
  place: PicturePlace,
  picture: Blob | undefined,
  uploadToken: string | null,
): Promise<CallResult<object>> {
  try {
    const answer = await fetch(`${USER_MEDIA.path}?place=${place}`, {
      method: 'POST',
      headers: { ...callHeaders(), ...(uploadToken && { [USER_MEDIA.tokenHeader]: uploadToken }) },
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
