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

/** Returns whether a video is kept, without opening it. */
export async function isKept({ kept }: Device, videoId: string): Promise<boolean> {
  return (await kept.where({ videoId }).count()) > 0
}

/** Returns whether a video is kept and is to be fetched again; a note of a video that was given up does not count. */
export async function isUnfinished(device: Device, videoId: string): Promise<boolean> {
  const isNoted = (await device.settings.where({ key: UNFINISHED + videoId }).count()) > 0
  return isNoted && (await isKept(device, videoId))
}

/** Forgets a kept video and its note, so that it does not come back by itself. */
export async function forgetKept(device: Device, videoId: string): Promise<void> {
  await device.transaction('rw', device.kept, device.settings, async () => {
    await device.kept.delete(videoId)
    await noteFinished(device, videoId)
  })
}

/** Forgets all kept videos and their notes. */
export async function forgetAllKept({ kept, settings }: Device): Promise<void> {
  await kept.clear()
  await settings.where('key').startsWith(UNFINISHED).delete()
}

/**
 * Looks up a video without opening it: whether it is kept, whether it is to be fetched again, whether it has exactly
 * this many bytes, and whether the user asked to keep it.
 */
export async function lookUpKept(
  device: Device,
  { videoId, bytes }: { videoId: string; bytes: number },
): Promise<{ isKept: boolean; isUnfinished: boolean; isSame: boolean; isAskedFor: boolean }> {
  const { kept } = device
  return {
    isKept: await isKept(device, videoId),
    isUnfinished: await isUnfinished(device, videoId),
    isSame: (await kept.where({ bytes }).primaryKeys()).includes(videoId),
    isAskedFor: (await kept.where({ askedFor: 1 }).primaryKeys()).includes(videoId),
  }
}

/** Returns which of these kept videos are to be fetched again, and forgets the notes of all others. */
export async function unfinishedAmong({ settings }: Device, kept: readonly string[]): Promise<string[]> {
  const keys = await settings.where('key').startsWith(UNFINISHED).primaryKeys()
  const isOfKept = (key: string) => kept.includes(key.slice(UNFINISHED.length))
  await settings.bulkDelete(keys.filter((key) => !isOfKept(key)))
  return keys.filter(isOfKept).map((key) => key.slice(UNFINISHED.length))
}
