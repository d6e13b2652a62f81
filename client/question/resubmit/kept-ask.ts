import type { PreparedAsk } from '../../../sync/question/ask.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { KEPT_ASKS, keptAskKey } from '../../store/kept-ask-key.ts'
import { addEntry } from '../../store/outbox.ts'
import { SETTLED_KEPT_MS } from '../../store/sending/outbox-rules.ts'
import type { Addressee } from '../asking/shown-terms.ts'

/**
 * A whole question that was sent, kept by its id because a server restored from a backup may not know it. `to` names
 * its athlete; a former build did not keep it.
 */
type KeptAsk = { ask: PreparedAsk; to?: Addressee | null; keptAt: number }

/**
 * Appends the intent that asks the question, and stores the whole question beside it, in one commit. The question
 * is kept as long as the intent can be sent again.
 */
export async function appendAsk(
  device: Device,
  ask: PreparedAsk,
  to: Addressee | null = null,
): Promise<void> {
  const { questionId } = ask
  await device.transaction('rw', device.outbox, device.settings, async () => {
    const oldest = Date.now() - SETTLED_KEPT_MS
    await device.settings
      .where('key')
      .startsWith(KEPT_ASKS)
      .and(({ value }) => (value as KeptAsk).keptAt < oldest)
      .delete()
    await keepAsk(device, ask, to)
    await addEntry(device, { name: 'question.ask', args: { questionId } })
  })
}

/** Stores the whole question as it was sent last, in place of what is kept of it. */
export async function keepAsk(device: Device, ask: PreparedAsk, to: Addressee | null = null): Promise<void> {
  await device.settings.put({ key: keptAskKey(ask.questionId), value: { ask, to, keptAt: Date.now() } })
}

/**
 * Moves the intent that asks a question, and the question kept beside it, to another account of this device. It gets
 * another id there, which does no harm, because a question is asked once.
 */
export async function moveAsk(from: Device, to: Device, questionId: string): Promise<void> {
  const kept = await from.settings.get(keptAskKey(questionId))
  if (!kept) return
  await to.transaction('rw', to.outbox, to.settings, async () => {
    await to.settings.put(kept)
    await addEntry(to, { name: 'question.ask', args: { questionId } })
  })
  await from.transaction('rw', from.outbox, from.settings, async () => {
    await from.outbox
      .where({ subject: questionId })
      .and(({ name }) => name === 'question.ask')
      .delete()
    await from.settings.delete(kept.key)
  })
}

/** Returns the question as it was sent; null when it is no longer kept. */
export async function readKeptAsk(device: Device, questionId: string): Promise<KeptAsk | null> {
  const kept = await device.settings.get(keptAskKey(questionId))
  return kept ? (kept.value as KeptAsk) : null
}

/** Changes the asker's address in the kept question, after it was corrected. */
export async function readdressKeptAsk(device: Device, questionId: string, email: string): Promise<void> {
  await device.settings.where({ key: keptAskKey(questionId) }).modify((kept: { value: unknown }) => {
    const { ask, ...more } = kept.value as KeptAsk
    kept.value = { ...more, ask: { ...ask, asker: { ...ask.asker, email } } }
  })
}

export async function forgetKeptAsk(device: Device, questionId: string): Promise<void> {
  await device.settings.delete(keptAskKey(questionId))
}

/** Returns the intents whose question the server answered it did not know. */
export function unknownAsks(device: Device): Promise<OutboxRow[]> {
  return device.outbox
    .where({ state: 'refused' })
    .and(({ name, refusal }) => name === 'question.ask' && refusal?.code === 'not-found')
    .toArray()
}
