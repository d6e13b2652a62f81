import type { Device } from '../db/device.ts'
import { discardTake } from './takes.ts'

/** Replaces a take with a shorter one cut from it. The longer one is kept until the shorter one is sent. */
export async function cutTake({ takes }: Device, takeId: string, shorterId: string): Promise<void> {
  await takes
    .where({ id: takeId })
    .and(({ state }) => state === 'kept' || state === 'refused')
    .modify({ state: 'cut', cutInto: shorterId, refusal: null })
}

/**
 * Undoes a cut: restores the longer take and deletes the shorter one. Returns false when there is no longer take or
 * the shorter one is on its way. It may have been refused since, before the longer one was deleted.
 */
export function restoreCut(device: Device, shorterId: string): Promise<boolean> {
  const { takes, videos, chunks, outbox } = device
  return device.transaction('rw', takes, videos, chunks, outbox, async () => {
    const shorter = await takes.get(shorterId)
    const isNotOnItsWay = shorter?.state === 'kept' || shorter?.state === 'refused'
    const restored = await takes
      .where({ state: 'cut' })
      .and(({ cutInto }) => cutInto === shorterId && isNotOnItsWay)
      .modify((row) => {
        row.state = 'kept'
        delete row.cutInto
      })
    if (restored > 0) await discardTake(device, shorterId)
    return restored > 0
  })
}
