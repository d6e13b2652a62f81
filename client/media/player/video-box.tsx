import type { CSSProperties, ReactNode } from 'react'

type VideoBoxProps = {
  /** Width divided by height; without it, the box has a default shape. */
  shape?: number | null
  /** Reserves room for a row of controls under the picture. */
  hasBar?: boolean
  children: ReactNode
}

/** A box in the video's own shape. A video filmed upright is as wide as a phone. */
export function VideoBox({ shape, hasBar = false, children }: VideoBoxProps) {
  const style = { ...(shape && { '--shape': shape }), ...(hasBar && { '--bar': '2.75rem' }) }
  return (
    <div data-theme="dark" className="video-box text-ink" style={style as CSSProperties}>
      {children}
    </div>
  )
}
