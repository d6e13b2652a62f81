import { isNetworkError } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import type { Device } from '../db/device.ts'
import { refusalText } from '../text/refusals.ts'
import { appendIntent, type EveryIntent } from './outbox.ts'
import { sendNow } from './send-now.ts'

/** Where something sent is now: in this device's outbox, on the server, or nowhere, with the reason as a sentence. */
export type Taken = { at: 'kept'; id: string } | { at: 'sent' } | { at: 'nowhere'; text: string }

/**
 * Appends an intent to the outbox; one that this device cannot store is sent at once. `intentOf` puts the given id
 * into it. What was sent at once and did not arrive for certain gets the same id again, by its `content`, so that it
 * is stored once.
 */
export async function appendOrSend(
  device: Device,
  content: string,
  intentOf: (id: string) => EveryIntent,
): Promise<Taken> {
  const id = unanswered.get(content) ?? newId()
  const intent = intentOf(id)
  const isKept = await appendIntent(device, intent).then(
    () => true,
    () => false,
  )
  const sent = isKept ? null : await sendNow(device, intent)
  if (!sent || sent.ok) {
    unanswered.delete(content)
    return sent ? { at: 'sent' } : { at: 'kept', id }
  }
  unanswered.set(content, id)
  return { at: 'nowhere', text: isNetworkError(sent) ? NEITHER : refusalText(sent.refusal) }
}

const unanswered = new Map<string, string>()

const NEITHER =
  'We could not be reached, and this device cannot store what you wrote to send it later. Keep this page open and try again in a moment.'
