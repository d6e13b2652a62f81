import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { underLock } from '../page-lock.ts'
import { SENT_ANEW } from '../takes.ts'
import { isAnnouncementOf } from './announced.ts'
import { outboxLock } from './push-outbox.ts'

/**
 * `kept`: the take no longer leaves by itself. `announced`: the server has heard of the take in the meantime.
 * `gone`: the take is not on this device.
 */
export type Recalled = 'kept' | 'announced' | 'gone'

/**
 * Takes back a video that waits to be announced: nothing of it leaves, and the user may play, cut, re-record or
 * send it. Waits for an announcement that is just being sent, and obeys the server's outcome. Where the outcome
 * never came back, the server may know the take all the same; sending it again is then the same answer.
 */
export function recallTake(device: Device, takeId: string): Promise<Recalled> {
  const { takes, outbox } = device
  return underLock(outboxLock(device), () =>
    device.transaction('rw', takes, outbox, async (): Promise<Recalled> => {
      const take = await takes.get(takeId)
      if (!take) return 'gone'
      if (take.state === 'kept' || take.state === 'refused') return 'kept'
      const entries = await outbox.where({ subject: take.questionId }).toArray()
      if (!isUnannounced(take, entries)) return 'announced'
      await outbox.bulkDelete(
        entries.filter((row) => isAnnouncementOf(row, takeId)).map(({ counter }) => counter),
      )
      await takes.update(takeId, { ...SENT_ANEW, state: 'kept' })
      return 'kept'
    }),
  )
}

/** Returns whether a take is queued and no outcome has confirmed its announcement. */
export function isUnannounced(
  { id, state }: Pick<TakeRow, 'id' | 'state'>,
  entries: readonly Pick<OutboxRow, 'name' | 'args' | 'state'>[],
): boolean {
  return state === 'queued' && entries.some((entry) => isWaiting(entry) && isAnnouncementOf(entry, id))
}

function isWaiting({ state }: Pick<OutboxRow, 'state'>): boolean {
  return state === 'waiting' || state === 'parked'
}
