import { useEffect, useRef, useState } from 'react'
import type { TakeRow } from '../db/device.ts'
import { useBlobUrl } from '../media/local-video.tsx'
import { drawStrip } from '../media/trim/draw-strip.ts'
import { takeVideo } from '../store/sending/video-bytes.ts'
import { useDevice } from '../store/use-device.ts'
import { Icon } from '../ui/icon.tsx'

/** In pixels, on a screen with two for one. */
const SIDE = 128

/** What is seen in the middle of a take of this device; a plain sign where its browser cannot show it. */
export function TakePicture({ take, className }: { take: TakeRow; className: string }) {
  const { id, durationMs } = take
  const device = useDevice()
  const canvas = useRef<HTMLCanvasElement>(null)
  // read once: what changes in a take while it is sent is not its picture
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
