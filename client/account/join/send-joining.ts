import type { JoinAnswer, UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { placesFor } from '../../../sync/media/picture.ts'
import { CALLS } from '../../../sync/paths.ts'
import { type CallResult, call } from '../../api/call.ts'
import { callProven } from '../../api/captcha/call-proven.ts'
import { sendPicture } from '../../media/picture/send-picture.ts'

/**
 * Signs up: creates the account, then sends its pictures one by one, the profile picture first (S2-4.22, D53).
 * The server mails the confirmation when the last picture has arrived.
 */
export async function sendJoining(
  path: string,
  joining: object,
  pictures: readonly Blob[],
): Promise<CallResult<object>> {
  const joined = await callProven<JoinAnswer>(path, joining)
  if (!joined.ok) return joined
  const { uploadToken } = joined.value
  for (const [index, place] of placesFor(pictures.length - 1).entries()) {
    const sent = await sendPicture(place, pictures[index], uploadToken)
    if (!sent.ok) return sent
  }
  return { ok: true, value: {} }
}

/** Signs a fan up and sends the picture, if there is one. */
export const sendFan = (joining: object, pictures: readonly Blob[]) =>
  sendJoining(CALLS.joinFan, joining, pictures)

/** Asks the server whether the username is taken. */
export const askUsername = (username: string) => call<UsernameAnswer>(CALLS.username, { username })
