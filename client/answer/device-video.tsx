import { useEffect } from 'react'
import type { Device } from '../db/device.ts'
import { VideoPlayer, type VideoPlayerProps } from '../media/player.tsx'
import { forgetCleared, keptVideo } from '../store/prefetch.ts'
import { takeVideo } from '../store/sending/video-bytes.ts'
import { noteUnfinished } from '../store/unfinished-videos.ts'
import { useDevice, useStored } from '../store/use-device.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'

type DeviceVideoProps = Pick<VideoPlayerProps, 'videoId' | 'label' | 'captions' | 'playing' | 'gone'>

/** Plays a video of a conversation: from this device if it is stored or was recorded here, otherwise online. */
export function DeviceVideo({ videoId, ...shown }: DeviceVideoProps) {
  const device = useDevice()
  const here = useStored((from) => readHere(from, videoId), videoId)
  const isCleared = here?.isCleared ?? false
  useEffect(() => {
    if (isCleared) void forgetCleared(device, videoId)
  }, [device, videoId, isCleared])
  if (!here) return <Skeleton className="video-box" />
  // What was recorded here is never fetched.
  const onKeptUnplayable = here.isTake ? undefined : () => void noteUnfinished(device, videoId)
  return <VideoPlayer videoId={videoId} {...shown} kept={here.blob} onKeptUnplayable={onKeptUnplayable} />
}

/** Checks whether a video can be played offline; null while that is being read. */
export function useIsHere(videoId: string | null): boolean | null {
  const here = useStored(
    async (device) => ({ is: videoId !== null && (await device.kept.where({ videoId }).count()) > 0 }),
    videoId ?? '',
  )
  return here?.is ?? null
}

type Here = { blob: Blob | null; isTake: boolean; isCleared: boolean }

async function readHere(device: Device, videoId: string): Promise<Here> {
  const kept = await keptVideo(device, videoId)
  const isCleared = kept === 'cleared'
  const isTake = isCleared || !kept
  return { blob: isTake ? await takeVideo(device, videoId) : kept, isTake, isCleared }
}
