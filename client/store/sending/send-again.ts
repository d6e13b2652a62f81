import type { Device } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { isAnnouncement, videoOf } from './announced.ts'

/**
 * Queues announced videos again that had arrived at a server which may have lost them. A server that still has one
 * says so before any byte is sent. Runs inside a transaction on `takes` and `outbox`.
 */
export async function queueSentAgain({ takes, outbox }: Device): Promise<void> {
  const entries = await outbox
    .filter(({ name, state }) => isAnnouncement(name) && state !== 'refused')
    .toArray()
  const announced = new Set(entries.map(videoOf))
  await takes
    .where({ state: 'sent' })
    .and(({ id }) => announced.has(id))
    .modify({ ...SENT_ANEW, state: 'queued' })
}
