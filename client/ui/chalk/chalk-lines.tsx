import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import chalk from './chalk.svg?url'

type ChalkLinesProps = {
  name: ChalkName
  /** Classes for the position, the size and the colour of the lines (`text-…`). */
  className?: string
  /** Whether to draw the mark. Without it the lines are only texture. */
  marked?: boolean
  /** The part that stays visible when the box is narrower than the drawing. Most marks are at the right end. */
  anchor?: 'middle' | 'end'
}

/**
 * Renders the lines of a field as decoration. They fill their box, are cut to fit, and are hidden from screen
 * readers.
 */
export function ChalkLines({ name, className = '', marked = true, anchor = 'middle' }: ChalkLinesProps) {
  return (
    <svg
      viewBox="0 0 1200 675"
      preserveAspectRatio={anchor === 'end' ? 'xMaxYMid slice' : 'xMidYMid slice'}
      aria-hidden
      fill="none"
      stroke="currentColor"
      className={`pointer-events-none ${className}`}
    >
      <use href={`${chalk}#${name}`} />
      {marked && <use href={`${chalk}#${name}-mark`} className="text-signal" />}
    </svg>
  )
}
