import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { entryOf, type NewIntent } from '../outbox.ts'
import { guardSave, isCausedBy, type Saved, SENT_ANEW } from '../takes.ts'
import { type AnnouncementName, freeQuestion, videoOf } from './announced.ts'
import { writeAtOnce } from './strict-write.ts'
import { hasVideo } from './video-bytes.ts'

/** What announces a take ahead of its bytes. */
export type Announcement = Extract<NewIntent, { name: AnnouncementName }>

/** How a take is announced; `over`: the take on its way whose place it takes. */
export type Announcing = { intent: Announcement; over?: string | null }

/**
 * Makes all ready to announce a kept take, so that the tap has only to write; what it answers does it. Take and intent
 * are queued in one strict commit of two writes: nothing is read before them, so that they do not wait for a page that
 * is painting, and no bytes are copied. Take, video and intent are looked at before it says so. Null: an answer or a
 * reply to the question is on its way already, from whichever tab, unless it is the take `over`, whose place it takes.
 */
export function prepareAnnouncement(
  device: Device,
  take: TakeRow,
  { intent, over = null }: Announcing,
): () => Promise<Saved<TakeRow | null>> {
  const row: TakeRow = { ...take, ...SENT_ANEW, state: 'queued' }
  const entry: Entry = { ...entryOf(intent), answering: take.questionId }
  return () =>
    guardSave(async () => {
      entry.createdAt = Date.now()
      try {
        const isWritten = over
          ? await writeOver(device, { row, entry, over })
          : await writeBoth(device, row, entry)
        if (!isWritten) return null
        if (await isThere(device, row, entry)) return row
        throw new Error('the take and its intent did not read back as they were written')
      } catch (error) {
        // a device that is full may have no room for this either, and then nothing was written
        await takeBack(device, take, entry).catch(() => {})
        throw error
      }
    })
}

type Entry = Omit<OutboxRow, 'counter'>

/** Both or nothing; false where another entry answers the question. */
async function writeBoth(device: Device, row: TakeRow, entry: Entry): Promise<boolean> {
  try {
    await writeAtOnce(device, ['takes', 'outbox'], (transaction) => {
      transaction.objectStore('takes').put(row)
      transaction.objectStore('outbox').add(entry)
    })
    return true
  } catch (error) {
    if (isCausedBy(error, 'ConstraintError')) return false
    throw error
  }
}

/**
 * The same in the place of a take that is on its way: that one goes no further. False where another one is on its way, or
 * the server has all of it.
 */
async function writeOver(
  device: Device,
  { row, entry, over }: { row: TakeRow; entry: Entry; over: string },
): Promise<boolean> {
  const { takes, outbox } = device
  return device.transaction('rw', takes, outbox, async () => {
    const former = await takes.get(over)
    const [taken] = await outbox.where({ answering: row.questionId }).toArray()
    if (former?.state === 'sent' || (taken && videoOf(taken) !== over)) return false
    // one that has left and was not answered changes nothing any more: this one comes after it
    if (taken && taken.state !== 'settled') await outbox.delete(taken.counter)
    else if (taken) await freeQuestion(device, over)
    if (former) await takes.update(over, { ...SENT_ANEW, state: 'kept' })
    await takes.put(row)
    await outbox.add(entry)
    return true
  })
}

/** It may be on its way by now, or gone because it has arrived; one that somebody discarded meanwhile has no bytes. */
async function isThere(device: Device, row: TakeRow, { id }: Entry): Promise<boolean> {
  const [take, entries, isWhole] = await Promise.all([
    device.takes.get(row.id),
    device.outbox.where({ id }).count(),
    hasVideo(device, row.id),
  ])
  return entries === 1 && (!take || (isWhole && take.state !== 'kept' && take.sha256 === row.sha256))
}

/** A take that could not be announced is what it was, and nothing announces it, unless somebody else does. */
async function takeBack(device: Device, before: TakeRow, { id, answering }: Entry): Promise<void> {
  const { takes, videos, outbox } = device
  await device.transaction('rw', takes, videos, outbox, async () => {
    const isUnseen = ({ tries }: OutboxRow) => tries === 0
    await outbox.where({ id }).and(isUnseen).delete()
    if ((await outbox.where({ answering }).count()) > 0) return
    if ((await takes.get(before.id))?.state !== 'queued') return
    if (await hasVideo(device, before.id)) await takes.put(before)
    else await takes.delete(before.id)
  })
}
