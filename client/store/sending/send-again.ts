import type { Device } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { isAnnouncement, videoOf } from './announced.ts'

/**
 * Queues announced videos again that had arrived at a server which may have lost them. A server that still has one
 * says so before any byte is sent. Until then the latest video of a question counts as its answer on its way, so
 * that no other is announced beside it. Runs inside a transaction on `takes` and `outbox`.
 */
export async function queueSentAgain({ takes, outbox }: Device): Promise<void> {
  const entries = await outbox
    .orderBy('counter')
    .reverse()
    .filter(({ name, state }) => isAnnouncement(name) && state !== 'refused')
    .toArray()
  const queued = new Set<string>()
  for (const entry of entries) {
    const take = await takes.get(videoOf(entry) ?? '')
    if (take?.state === 'sent') {
      queued.add(take.id)
      await takes.update(take.id, { ...SENT_ANEW, state: 'queued' })
    }
    if (!take || !queued.has(take.id)) continue
    const isTaken = (await outbox.where({ answering: take.questionId }).count()) > 0
    if (!isTaken) await outbox.update(entry.counter, { answering: take.questionId })
  }
}
