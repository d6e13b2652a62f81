import { useEffect, useState } from 'react'

/** An address for a blob, good while the component lives; null for the first moment. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

type LocalVideoProps = { blob: Blob; label: string; className?: string }

/** Plays a video that lies on this device; works without a network. */
export function LocalVideo({ blob, label, className = 'w-full' }: LocalVideoProps) {
  const url = useBlobUrl(blob)
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
      data-theme="dark"
      src={url ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onError={() => setUnplayable(true)}
      className={`bg-sunken object-contain ${className}`}
    />
  )
}
