import type { UnsentWork } from '../../api/session.ts'
import type { Device, TakeRow, TakeState } from '../../db/device.ts'
import { videoOf } from '../sending/announced.ts'

/** Where an editing of the profile is kept; `isChanged` says that something was typed and not saved. */
export const PROFILE_EDIT = 'profile-edit'

/** Videos that leave only when their owner says so, or never. */
const HELD: readonly TakeState[] = ['recording', 'kept', 'refused']

/**
 * What lies on a device and nowhere else; of the videos, how many do not leave by themselves. What announces a video that
 * is counted is no change beside it.
 */
export async function unsentOf({ outbox, takes, settings }: Device): Promise<UnsentWork & { held: number }> {
  const videos = await takes.where('state').noneOf(['sent', 'cut']).primaryKeys()
  const isOfVideo = (id: string | undefined) => id !== undefined && videos.includes(id)
  const edit = (await settings.get(PROFILE_EDIT))?.value as { isChanged?: boolean } | undefined
  return {
    edits: edit?.isChanged ? 1 : 0,
    intents: await outbox
      .where('state')
      .anyOf('waiting', 'parked')
      .and((row) => !isOfVideo(videoOf(row)))
      .count(),
    videos: videos.length,
    held: await takes.where('state').anyOf(HELD).count(),
  }
}

/** `changes` are what is neither a video nor announces one: a decline, a draft, a report. */
export type UnsentCounts = { answers: number; replies: number; questions: number; changes: number }

/** How much of each kind waits on a device to be sent. */
export async function countUnsent(device: Device): Promise<UnsentCounts> {
  const takes = await device.takes.where('state').anyOf('queued', 'uploading').toArray()
  const waiting = await device.outbox.where('state').anyOf('waiting', 'parked').toArray()
  const videos = new Set<string | undefined>(takes.map(({ id }) => id))
  const others = waiting.filter((entry) => !videos.has(videoOf(entry)))
  const written = others.filter(({ name }) => name === 'clarification.reply').length
  const count = (purpose: TakeRow['purpose']) => takes.filter((take) => take.purpose === purpose).length
  return {
    answers: count('answer'),
    replies: count('reply') + written,
    questions: count('question'),
    changes: others.length - written,
  }
}
