import type { PrepareAskAnswer } from '../../../sync/calls.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import type { Refusal } from '../../../sync/result.ts'
import { type CallResult, isNetworkError } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import { addEntry } from '../../store/outbox.ts'
import { underLock } from '../../store/page-lock.ts'
import { prepareAsk } from '../asking/ask-calls.ts'
import { type AskDraft, emptyDraft } from '../asking/ask-draft.ts'
import { forgetKeptAsk, readKeptAsk, unknownAsks } from './kept-ask.ts'

type Prepare = (ask: PreparedAsk, wasPrepared: boolean) => Promise<CallResult<PrepareAskAnswer>>

/**
 * Prepares again the questions that this device saw settled and that a restored server does not know. Asks again
 * those whose card is still held or that cost nothing; makes drafts of the others, so that the fan decides.
 */
export function resubmit(device: Device, prepare: Prepare = prepareAsk): Promise<void> {
  return underLock(`ask-anew-${device.name}`, async (lost) => {
    for (const entry of await unknownAsks(device)) {
      const kept = await readKeptAsk(device, entry.subject)
      if (!kept) continue
      const prepared = await prepare(kept.ask, false)
      // Whoever asks again now does it in the place of this page.
      lost.throwIfAborted()
      await resubmitOne({ device, entry, ...kept }, prepared)
    }
  })
}

type Lost = { device: Device; entry: OutboxRow; ask: PreparedAsk; to?: AskDraft['to'] }

async function resubmitOne(lost: Lost, prepared: CallResult<PrepareAskAnswer>): Promise<void> {
  if (prepared.ok) {
    const { hold, amountCents } = prepared.value
    return hold === 'held' || amountCents === 0 ? sendAgain(lost) : keepAsDraft(lost, { code: 'ask-closed' })
  }
  // The next opportunity tries again.
  if (isNetworkError(prepared) || WAITS.includes(prepared.refusal.code)) return
  return keepAsDraft(lost, prepared.refusal)
}

const WAITS: readonly Refusal['code'][] = ['payments-unreachable', 'too-many-requests', 'sign-in-first']

/** Asks again by a new intent, because the outcome of the former one is final. */
function sendAgain({ device, entry }: Lost): Promise<void> {
  return device.transaction('rw', device.outbox, async () => {
    // Another page may have done it in the place of this one.
    if (!(await device.outbox.get(entry.counter))) return
    await device.outbox.delete(entry.counter)
    await addEntry(device, { name: 'question.ask', args: { questionId: entry.subject } })
  })
}

/** Makes the words a draft of a new question; the outbox entry stays and shows the refusal. */
async function keepAsDraft({ device, entry, ask, to = null }: Lost, refusal: Refusal): Promise<void> {
  const isHere = ask.video && (await device.takes.get(ask.video.id))
  const draft: AskDraft = {
    ...emptyDraft(newId()),
    subject: ask.subject,
    text: ask.text,
    video: isHere ? ask.video : null,
    asker: ask.asker,
    to,
    ...(ask.page && { page: ask.page }),
  }
  const { drafts, toldDrafts, outbox, settings } = device
  await device.transaction('rw', [drafts, toldDrafts, outbox, settings], async () => {
    if (!(await readKeptAsk(device, ask.questionId))) return
    await saveDraft(device, { id: newId(), athleteId: ask.athleteId, body: JSON.stringify(draft) })
    await outbox.update(entry.counter, { refusal })
    await forgetKeptAsk(device, ask.questionId)
  })
}
