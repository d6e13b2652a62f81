import type { Device } from '../db/device.ts'
import { forgetAllKept } from '../store/unfinished-videos.ts'

/** The settings about questions that were asked: lists, and what is named by its question or its private link. */
const OF_ASKED = /^((my-questions|activity)$|(view|tip|rating|clarification|problem|ask) )/

/**
 * Deletes from a device what it keeps of the questions that were asked on it: their list, their private pages, the
 * asker's address, what was reported on screen, and saved videos. Drafts stay, and so does whatever still waits to be sent.
 */
export async function forgetGuestQuestions(device: Device): Promise<void> {
  await device.transaction('rw', [device.outbox, device.drafts, device.settings, device.kept], async () => {
    const unsent = await device.outbox.where('state').anyOf('waiting', 'parked').toArray()
    const open = new Set([
      ...(await device.drafts.toCollection().primaryKeys()),
      ...unsent.map(({ subject }) => subject),
    ])
    const isOpen = (key: string) => open.has(key.replace('ask ', ''))
    await device.settings.filter(({ key }) => OF_ASKED.test(key) && !isOpen(key)).delete()
    await device.outbox.filter(({ state, subject }) => state === 'settled' && !open.has(subject)).delete()
    await forgetAllKept(device)
  })
}
