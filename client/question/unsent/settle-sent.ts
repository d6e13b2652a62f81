import type { Device } from '../../db/device.ts'
import { readDraft } from '../asking/ask-draft.ts'
import { forgetAsked } from '../asking/find-drafts.ts'
import { lookBack } from '../asking/send-ask.ts'
import type { WrittenDraft } from './sent-draft.ts'

/** Forgets the sent drafts that the server has made questions of. Returns the ids of those that it gave back. */
export async function settleSent(device: Device, written: readonly WrittenDraft[]): Promise<string[]> {
  const back: string[] = []
  for (const { id, body, ask } of written) {
    const draft = readDraft(body)
    if (!ask || !draft) continue
    const known = await lookBack(draft)
    if (known?.at === 'asked') await forgetAsked(device, { id, draft, origin: 'here' })
    else if (known?.at === 'released') back.push(id)
  }
  return back
}
