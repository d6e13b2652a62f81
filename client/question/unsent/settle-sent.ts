import type { Device } from '../../db/device.ts'
import { goneElsewhere, listDrafts } from '../../store/drafts.ts'
import { watchPulled } from '../../store/pulled.ts'
import { documentsOf } from '../../store/replica-session.ts'
import { readDraft } from '../asking/ask-draft.ts'
import { forgetAsked, readAsked } from '../asking/find-drafts.ts'
import { lookAt } from '../asking/send-ask.ts'
import type { WrittenDraft } from './sent-draft.ts'

/** How a draft stands that is not on its way: not sent after all, or nobody here knows. */
export type Standing = 'unsent' | 'unknown'

/**
 * Forgets the drafts that the server has made questions of. Returns how those stand, by id, that are not on their
 * way: given back, or stored by the server without a held card.
 */
export async function settleSent(
  device: Device,
  written: readonly WrittenDraft[],
): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>()
  for (const { id, body, ask, isPrepared } of written) {
    const draft = readDraft(body)
    if (!draft || !(ask || isPrepared)) continue
    const { known, hold, isWanted } = await lookAt(draft)
    if (known?.at === 'asked') await forgetAsked(device, { id, draft, origin: 'here' })
    else if (known?.at === 'released') standings.set(id, 'unsent')
    // An intent leaves this device by itself, whatever the server knows so far.
    else if (!ask && !known && !isWanted) standings.set(id, hold === null ? 'unknown' : 'unsent')
  }
  return standings
}

/**
 * Forgets the drafts of an account that another device has sent, once the server's drafts were pulled. Returns the
 * function that stops it.
 */
export function settleElsewhere(device: Device): () => void {
  let isOver = false
  const stops: (() => void)[] = []
  const later = (stop: () => void) => (isOver ? stop() : stops.push(stop))
  const look = (there: readonly { id: string }[]) => void forgetGone(device, there).catch(reportError)
  void documentsOf(device.account).then((store) => {
    let isWatched = false
    const start = watchPulled(device, (pulled) => {
      if (isWatched || isOver || !pulled.has('drafts')) return
      isWatched = true
      later(store.watch('drafts', {}, look))
    })
    later(start)
  })
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

async function forgetGone(device: Device, there: readonly { id: string }[]): Promise<void> {
  const gone = await goneElsewhere(device, there)
  for (const { id, body } of await listDrafts(device)) {
    const draft = gone.has(id) ? readDraft(body) : null
    if (draft && (await readAsked(draft))) await forgetAsked(device, { id, draft, origin: 'here' })
  }
}
