import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { isAnnouncement, videoOf } from './announced.ts'
import { outboxLock } from './push-outbox.ts'

/** `kept`: it goes nowhere by itself any more. `announced`: somebody was told of it meanwhile. `gone`: it is not here. */
export type Recalled = 'kept' | 'announced' | 'gone'

/**
 * Takes back a video that waits to be announced: nothing of it leaves, and it is its owner's again to play, cut, record
 * anew or send. An announcement that is just leaving is waited for, and what the server says of it counts. Where that
 * never came back, the take may be announced all the same: sent again it is then the same answer.
 */
export function recallTake(device: Device, takeId: string): Promise<Recalled> {
  const { takes, outbox } = device
  return navigator.locks.request(outboxLock(device), () =>
    device.transaction('rw', takes, outbox, async (): Promise<Recalled> => {
      const take = await takes.get(takeId)
      if (!take) return 'gone'
      if (take.state === 'kept' || take.state === 'refused') return 'kept'
      const entries = await outbox.where({ subject: take.questionId }).toArray()
      if (!isUnannounced(take, entries)) return 'announced'
      await outbox.bulkDelete(entries.filter((row) => announces(row, takeId)).map(({ counter }) => counter))
      await takes.update(takeId, { ...SENT_ANEW, state: 'kept' })
      return 'kept'
    }),
  )
}

/** Whether a take is queued, and nobody has said that its announcement was heard. */
export function isUnannounced(
  { id, state }: Pick<TakeRow, 'id' | 'state'>,
  entries: readonly Pick<OutboxRow, 'name' | 'args' | 'state'>[],
): boolean {
  return state === 'queued' && entries.some((entry) => isWaiting(entry) && announces(entry, id))
}

function announces(entry: Pick<OutboxRow, 'name' | 'args'>, takeId: string): boolean {
  return isAnnouncement(entry.name) && videoOf(entry) === takeId
}

function isWaiting({ state }: Pick<OutboxRow, 'state'>): boolean {
  return state === 'waiting' || state === 'parked'
}
