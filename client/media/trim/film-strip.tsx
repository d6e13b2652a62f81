import { useEffect, useRef } from 'react'
import { drawStrip } from './draw-strip.ts'

type FilmStripProps = { url: string | null; durationMs: number; className: string }

/** What is seen in a video of this device, from its beginning to its end; empty where the browser cannot show it. */
export function FilmStrip({ url, durationMs, className }: FilmStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!url || !canvas.current) return
    const over = new AbortController()
    void drawStrip(canvas.current, { url, durationMs, signal: over.signal })
    return () => over.abort()
  }, [url, durationMs])
  return <canvas ref={canvas} aria-hidden width={800} height={64} className={className} />
}
