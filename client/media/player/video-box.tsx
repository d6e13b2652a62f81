import type { CSSProperties, ReactNode } from 'react'

type VideoBoxProps = {
  /** Width by height; without it, of no shape in particular. */
  shape?: number | null
  /** Whether a row of controls stands under the picture. */
  hasBar?: boolean
  children: ReactNode
}

/** The box of a video, in the video's own shape: one that was filmed upright is as wide as a phone. */
export function VideoBox({ shape, hasBar = false, children }: VideoBoxProps) {
  const style = { ...(shape && { '--shape': shape }), ...(hasBar && { '--bar': '2.75rem' }) }
  return (
    <div data-theme="dark" className="video-box text-ink" style={style as CSSProperties}>
      {children}
    </div>
  )
}
