import { CHALK, type ChalkDrawing, type ChalkName } from './chalk-data.ts'

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
  const drawing: ChalkDrawing = CHALK[name]
  const [x, y] = drawing.dot
  return (
    <svg
      viewBox="0 0 1200 675"
      preserveAspectRatio={anchor === 'end' ? 'xMaxYMid slice' : 'xMidYMid slice'}
      aria-hidden
      fill="none"
      stroke="currentColor"
      className={`pointer-events-none ${className}`}
    >
      <g transform={drawing.turn ? `rotate(${drawing.turn} 600 337)` : undefined}>
        <path d={drawing.fine} strokeWidth="2" strokeOpacity="0.6" />
        {drawing.dashed && (
          <path d={drawing.dashed} strokeWidth="5" strokeDasharray="14 9" strokeOpacity="0.75" />
        )}
        <path d={drawing.bold} strokeWidth="5" />
        {marked && (
          <g className="text-signal" stroke="currentColor">
            <path d={drawing.mark} strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
            <circle cx={x} cy={y} r="15" fill="currentColor" stroke="none" />
          </g>
        )}
      </g>
    </svg>
  )
}
