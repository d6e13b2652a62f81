import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import chalk from './chalk.svg?url'

type ChalkLinesProps = {
  name: ChalkName
  /** Position, size and the lines' colour (`text-…`) by class. */
  className?: string
  /** Without the mark it is only texture. */
  marked?: boolean
  /** Which part stays in sight when the box is narrower than the ground; most marks end on the right. */
  anchor?: 'middle' | 'end'
}

/** Court lines as decoration: fills its box, cut to fit, hidden from screen readers. */
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
