import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { letGo } from './let-go.ts'
import type { Playing } from './player/player-frame.tsx'
import { Unplayable } from './player/unplayable.tsx'
import { VideoBox } from './player/video-box.tsx'
import type { VideoToolsProps } from './player/video-tools.tsx'

/** A video that was just let go of may still be asking for its bytes. */
const STILL_ASKED_MS = 10_000

/** An address for a blob, good while the component lives; null for the first moment. */
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
  /** Fills a box of this class; without it, it has a box of its own shape. */
  className?: string
  /** What the system shows while it plays. */
  playing?: Playing | undefined
  /** Speed and what else a player has, beneath it. */
  hasTools?: boolean
}

/** Nobody needs it before there is a video to be played. */
const VideoTools = lazy(async () => ({
  default: (await import('./player/video-tools.tsx')).VideoTools as ComponentType<VideoToolsProps>,
}))

/** Plays a video that lies on this device; works without a network. */
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
      {hasTools && shape !== null && (
        <Suspense>
          <VideoTools video={video} playing={playing} />
        </Suspense>
      )}
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
  // the same one at every render: React lets go of a video by the one before, which takes its address away
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
      // WebKit may know it later than the length
      onResize={tellShape}
      onLoadedData={({ currentTarget: { videoWidth } }) => {
        // pictures of a kind it does not know are left out, and their sound plays on in the dark
        if (videoWidth === 0) setUnplayable(true)
      }}
      className={`bg-sunken object-contain ${className}`}
    >
      {track && <track kind="captions" srcLang="en" label="Captions" src={track} />}
    </video>
  )
}
