import { useEffect, useRef, useState } from 'react'
import type { TakeRow } from '../db/device.ts'
import { useBlobUrl } from '../media/local-video.tsx'
import { drawStrip } from '../media/trim/draw-strip.ts'
import { takeVideo } from '../store/sending/video-bytes.ts'
import { useDevice } from '../store/use-device.ts'
import { Icon } from '../ui/icon.tsx'

/** The width and height of the canvas in pixels, for a screen with two pixels for one. */
const SIDE = 128

/** Renders the picture in the middle of a take on this device; a plain icon if the browser cannot show the video. */
export function TakePicture({ take, className }: { take: TakeRow; className: string }) {
  const { id, durationMs } = take
  const device = useDevice()
  const canvas = useRef<HTMLCanvasElement>(null)
  // Read the bytes once, because sending changes the take's row but not its picture.
  const [blob, setBlob] = useState<Blob | null>(null)
  useEffect(() => {
    let isOver = false
    takeVideo(device, id).then(
      (found) => {
        if (!isOver) setBlob(found)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [device, id])
  const url = useBlobUrl(blob)
  useEffect(() => {
    if (!url || !canvas.current) return
    const over = new AbortController()
    void drawStrip(canvas.current, { url, durationMs, signal: over.signal, pictures: 1 })
    return () => over.abort()
  }, [url, durationMs])
  return (
    <div aria-hidden className={`relative grid place-content-center bg-sunken text-muted ${className}`}>
      <Icon name="play" />
      <canvas ref={canvas} width={SIDE} height={SIDE} className="absolute inset-0 size-full rounded" />
    </div>
  )
}
