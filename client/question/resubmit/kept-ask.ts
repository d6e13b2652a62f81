import type { PreparedAsk } from '../../../sync/question/ask.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { addEntry } from '../../store/outbox.ts'
import { SETTLED_KEPT_MS } from '../../store/sending/outbox-rules.ts'

/** The whole of a question that was sent, by its id: a server restored from a backup may never have heard of it. */
type KeptAsk = { ask: PreparedAsk; keptAt: number }

const PREFIX = 'ask '
const keyOf = (questionId: string) => `${PREFIX}${questionId}`

/** "Make it so", and the words of it beside, in one commit: they are kept as long as the intent may be sent again. */
export async function appendAsk(device: Device, ask: PreparedAsk): Promise<void> {
  const { questionId } = ask
  await device.transaction('rw', device.outbox, device.settings, async () => {
    const oldest = Date.now() - SETTLED_KEPT_MS
    await device.settings
      .where('key')
      .startsWith(PREFIX)
      .and(({ value }) => (value as KeptAsk).keptAt < oldest)
      .delete()
    await device.settings.put({ key: keyOf(questionId), value: { ask, keptAt: Date.now() } })
    await addEntry(device, { name: 'question.ask', args: { questionId } })
  })
}

/** The question as it was sent; null when it is not kept any more. */
export async function readKeptAsk(device: Device, questionId: string): Promise<PreparedAsk | null> {
  const kept = await device.settings.get(keyOf(questionId))
  return kept ? (kept.value as KeptAsk).ask : null
}

/** Its asker's address was put right since. */
export async function readdressKeptAsk(device: Device, questionId: string, email: string): Promise<void> {
  await device.settings.where({ key: keyOf(questionId) }).modify((kept: { value: unknown }) => {
    const { ask, keptAt } = kept.value as KeptAsk
    kept.value = { ask: { ...ask, asker: { ...ask.asker, email } }, keptAt }
  })
}

export async function forgetKeptAsk(device: Device, questionId: string): Promise<void> {
  await device.settings.delete(keyOf(questionId))
}

/** What the server answered it had never heard of. */
export function unknownAsks(device: Device): Promise<OutboxRow[]> {
  return device.outbox
    .where({ state: 'refused' })
    .and(({ name, refusal }) => name === 'question.ask' && refusal?.code === 'not-found')
    .toArray()
}
