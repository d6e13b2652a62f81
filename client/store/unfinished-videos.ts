import type { Device } from '../db/device.ts'

/**
 * The kept videos that were not final when they were fetched, because the server was still converting them, or that
 * this browser did not play. Noted beside the kept rows, because reading a row opens its video, and an opened video's
 * bytes outlive its deletion. Rows of former builds have no note; such a video gets one when it does not play.
 */
const UNFINISHED = 'unfinished-video '

/** Notes that a kept video is to be fetched again once the server has another version of it. */
export async function noteUnfinished({ settings }: Device, videoId: string): Promise<void> {
  await settings.put({ key: UNFINISHED + videoId, value: true })
}

/** Notes that a kept video is the final version. */
export async function noteFinished({ settings }: Device, videoId: string): Promise<void> {
  await settings.delete(UNFINISHED + videoId)
}

/** Returns whether a kept video is to be fetched again. */
export async function isUnfinished({ settings }: Device, videoId: string): Promise<boolean> {
  return (await settings.where({ key: UNFINISHED + videoId }).count()) > 0
}

/**
 * Looks up a kept video without opening it: whether it is to be fetched again, whether it has exactly this many
 * bytes, and whether the user asked to keep it.
 */
export async function lookUpKept(
  device: Device,
  { videoId, bytes }: { videoId: string; bytes: number },
): Promise<{ isUnfinished: boolean; isSame: boolean; isAskedFor: boolean }> {
  const { kept } = device
  const isHere = (await kept.where({ videoId }).count()) > 0
  return {
    isUnfinished: isHere && (await isUnfinished(device, videoId)),
    isSame: (await kept.where({ bytes }).primaryKeys()).includes(videoId),
    isAskedFor: (await kept.where({ askedFor: 1 }).primaryKeys()).includes(videoId),
  }
}

/** Returns which of these kept videos are to be fetched again, and forgets the notes of all others. */
export async function unfinishedAmong({ settings }: Device, kept: readonly string[]): Promise<string[]> {
  const keys = await settings.where('key').startsWith(UNFINISHED).primaryKeys()
  const isKept = (key: string) => kept.includes(key.slice(UNFINISHED.length))
  await settings.bulkDelete(keys.filter((key) => !isKept(key)))
  return keys.filter(isKept).map((key) => key.slice(UNFINISHED.length))
}
