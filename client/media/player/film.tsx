import type { CSSProperties, ReactNode } from 'react'

type FilmProps = {
  /** Width by height; without it, of no shape in particular. */
  shape?: number | null
  /** Whether a row of controls stands under the picture. */
  hasBar?: boolean
  children: ReactNode
}

/** The box of a video, in the video's own shape: one that was filmed upright is as wide as a phone. */
export function Film({ shape, hasBar = false, children }: FilmProps) {
  const style = { ...(shape && { '--shape': shape }), ...(hasBar && { '--bar': '2.75rem' }) }
  return (
    <div data-theme="dark" className="film text-ink" style={style as CSSProperties}>
      {children}
    </div>
  )
}
