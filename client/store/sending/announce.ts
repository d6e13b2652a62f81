import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { entryOf, type NewIntent } from '../outbox.ts'
import { guardSave, isCausedBy, type Saved, SENT_ANEW } from '../takes.ts'
import { type AnnouncementName, freeQuestion, videoOf } from './announced.ts'
import { writeAtOnce } from './strict-write.ts'
import { hasVideo } from './video-bytes.ts'

/** An intent that announces a take ahead of its bytes. */
export type Announcement = Extract<NewIntent, { name: AnnouncementName }>

/** How to announce a take. `over` is the take on its way that this one replaces. */
export type Announcing = { intent: Announcement; over?: string | null }

/**
 * Prepares the announcement of a kept take, so that only writes remain when the user taps. Returns the function
 * that does it: it queues take and intent in one strict commit of two writes. Nothing is read before them, so that
 * they do not wait for a page that is painting, and no bytes are copied. It then reads back take, video and intent
 * before it reports success. It resolves to null when another answer or reply to the question is on its way
 * already, from any tab, unless that is the take `over`.
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
        // Ignore errors, because a full device may have no room for this write either; then nothing was written
        // before.
        await takeBack(device, take, entry).catch(() => {})
        throw error
      }
    })
}

type Entry = Omit<OutboxRow, 'counter'>

/** Writes take and entry, both or nothing. Returns false when another entry already answers the question. */
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
 * Writes take and entry in place of a take on its way, which goes back to `kept`. Returns false when another take
 * is on its way, or the server already has all of the former one.
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
    // A settled announcement stays in the outbox; the new one is sent after it and replaces it.
    if (taken && taken.state !== 'settled') await outbox.delete(taken.counter)
    else if (taken) await freeQuestion(device, over)
    if (former) await takes.update(over, { ...SENT_ANEW, state: 'kept' })
    await takes.put(row)
    await outbox.add(entry)
    return true
  })
}

/**
 * Checks that take, video and entry were stored. A missing take counts as stored, because it may have arrived
 * already; a take discarded in the meantime has no bytes.
 */
async function isThere(device: Device, row: TakeRow, { id }: Entry): Promise<boolean> {
  const [take, entries, isWhole] = await Promise.all([
    device.takes.get(row.id),
    device.outbox.where({ id }).count(),
    hasVideo(device, row.id),
  ])
  return entries === 1 && (!take || (isWhole && take.state !== 'kept' && take.sha256 === row.sha256))
}

/**
 * Restores a take that could not be announced to its former state and deletes its entry, unless the entry was
 * already sent or another entry answers the question.
 */
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
