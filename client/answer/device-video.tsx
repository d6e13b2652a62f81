import { VideoPlayer } from '../media/player.tsx'
import { keptVideo } from '../media/prefetch.ts'
import type { Device } from '../store/device.ts'
import { takeVideo } from '../store/takes.ts'
import { useStored } from '../store/use-device.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'

type DeviceVideoProps = { videoId: string; label: string; captions?: string | null; className?: string }

/** A video of a conversation: from this device where it is kept or was recorded, else online. */
export function DeviceVideo({ videoId, label, captions, className = 'aspect-video' }: DeviceVideoProps) {
  const here = useStored((device) => readHere(device, videoId), videoId)
  if (!here) return <Skeleton className={`w-full ${className}`} />
  return (
    <VideoPlayer videoId={videoId} label={label} kept={here.blob} captions={captions} className={className} />
  )
}

/** Whether a video plays without a network; null while that is being read. */
export function useIsHere(videoId: string | null): boolean | null {
  const here = useStored(
    async (device) => ({ is: videoId !== null && (await device.kept.where({ videoId }).count()) > 0 }),
    videoId ?? '',
  )
  return here?.is ?? null
}

async function readHere(device: Device, videoId: string): Promise<{ blob: Blob | null }> {
  return { blob: (await keptVideo(device, videoId)) ?? (await takeVideo(device, videoId)) }
}
