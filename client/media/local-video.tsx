import { type RefObject, type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLater } from '../ui/use-later.ts'
import { letGo } from './let-go.ts'
import type { Playing } from './player/player-frame.tsx'
import { Unplayable } from './player/unplayable.tsx'
import { VideoBox } from './player/video-box.tsx'
import type { VideoToolsProps } from './player/video-tools.tsx'

/** How long an unmounted blob's address stays valid, because an unloading video may still request its bytes. */
const STILL_ASKED_MS = 10_000

/** Returns an address for a blob, valid while the component is mounted; null at first. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      setTimeout(() => URL.revokeObjectURL(made), STILL_ASKED_MS)
    }
  }, [blob])
  return url
}

type LocalVideoProps = {
  blob: Blob
  captions?: string | null
  label: string
  /** Fills a box with this class; without it, the video gets a box of its own shape. */
  className?: string
  /** What the operating system shows while the video plays. */
  playing?: Playing | undefined
  /** Shows speed and other player tools beneath the video. */
  hasTools?: boolean
}

const loadTools = async () => (await import('./player/video-tools.tsx')).VideoTools

/** Loads the tools once a video can play, because they are not needed before. */
function ToolsLater(props: VideoToolsProps) {
  const VideoTools = useLater(loadTools)
  return VideoTools && <VideoTools {...props} />
}

/** Plays a video that is stored on this device; works without a network. */
export function LocalVideo({ className, hasTools = false, playing, ...rest }: LocalVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [shape, setShape] = useState<number | null>(null)
  if (className !== undefined) return <Picture ref={video} className={className} {...rest} />
  return (
    <div
      data-theme="dark"
      className={`text-ink ${hasTools && shape !== null ? '[&>.video-box]:rounded-b-none' : ''}`}
    >
      <VideoBox shape={shape}>
        <Picture ref={video} onShape={setShape} {...rest} />
      </VideoBox>
      {hasTools && shape !== null && <ToolsLater video={video} playing={playing} />}
    </div>
  )
}

type PictureProps = Pick<LocalVideoProps, 'blob' | 'captions' | 'label' | 'className'> & {
  ref: RefObject<HTMLVideoElement | null>
  onShape?: (shape: number) => void
}

function Picture({ ref, blob, captions = null, label, className = '', onShape }: PictureProps) {
  const url = useBlobUrl(blob)
  const words = useMemo(() => captions && new Blob([captions], { type: 'text/vtt' }), [captions])
  const track = useBlobUrl(words || null)
  const [isUnplayable, setUnplayable] = useState(false)
  // Keep this callback stable, because React calls the previous ref's cleanup when it changes, and that would
  // unload the video.
  const shown = useCallback(
    (video: HTMLVideoElement) => {
      ref.current = video
      return () => letGo(video)
    },
    [ref],
  )
  const tellShape = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoWidth > 0) onShape?.(videoWidth / videoHeight)
  }
  if (isUnplayable && url) return <Unplayable url={url} className={className} />
  return (
    <video
      ref={shown}
      data-theme="dark"
      src={url ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={() => setUnplayable(true)}
      onLoadedMetadata={tellShape}
      // WebKit may report the size later than the length.
      onResize={tellShape}
      onLoadedData={({ currentTarget: { videoWidth } }) => {
        // The browser drops a picture format that it does not know and plays only the sound, so no width means
        // unplayable.
        if (videoWidth === 0) setUnplayable(true)
      }}
      className={`bg-sunken object-contain ${className}`}
    >
      {track && <track kind="captions" srcLang="en" label="Captions" src={track} />}
    </video>
  )
}
