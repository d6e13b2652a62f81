import { useEffect, useMemo, useState } from 'react'

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

/** Stops a video that leaves the page from loading on. */
function whileShown(video: HTMLVideoElement): () => void {
  return () => {
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
}

type LocalVideoProps = { blob: Blob; captions?: string | null; label: string; className?: string }

/** Plays a video that lies on this device; works without a network. */
export function LocalVideo({ blob, captions = null, label, className = 'w-full' }: LocalVideoProps) {
  const url = useBlobUrl(blob)
  const words = useMemo(() => captions && new Blob([captions], { type: 'text/vtt' }), [captions])
  const track = useBlobUrl(words || null)
  const [isUnplayable, setUnplayable] = useState(false)
  if (isUnplayable && url) {
    return (
      <p
        className={`grid place-content-center gap-2 bg-sunken p-6 text-center text-muted text-sm ${className}`}
      >
        This browser does not play the format of this video. It is kept as it is.
        <a href={url} download className="link">
          Download the file
        </a>
      </p>
    )
  }
  return (
    <video
      ref={whileShown}
      data-theme="dark"
      src={url ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={() => setUnplayable(true)}
      // pictures of a kind it does not know are left out, and their sound plays on in the dark
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setUnplayable(true)}
      className={`bg-sunken object-contain ${className}`}
    >
      {track && <track kind="captions" srcLang="en" label="Captions" src={track} />}
    </video>
  )
}
