import type { ReactNode } from 'react'

type RingProps = {
  /** The part of the limit, from 0 to 1. */
  value: number
  /** The place of a notch on the ring, from 0 to 1 (the 40 s of a 60 s limit). */
  mark?: number
  /** The name and the value for screen readers, such as "Recording, 12 of 60 seconds". */
  label: string
  /** Shown in the middle: a button, a timer. */
  children?: ReactNode
  /** Classes for the size; 6rem by default. */
  className?: string
}

const RADIUS = 46

/** Renders a ring that fills clockwise from the top to its limit. */
export function Ring({ value, mark, label, children, className = 'size-24' }: RingProps) {
  const filled = Math.min(1, Math.max(0, value))
  const angle = ((mark ?? 0) * 360 - 90) * (Math.PI / 180)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (
    <div className={`relative grid place-items-center ${className}`}>
      <svg viewBox="0 0 100 100" role="img" aria-label={label} className="absolute inset-0 size-full">
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.25"
          strokeWidth="6"
        />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          pathLength="1"
          strokeDasharray={`${filled} 1`}
          strokeWidth="6"
          transform="rotate(-90 50 50)"
          className="stroke-signal"
          visibility={filled === 0 ? 'hidden' : undefined}
        />
        {mark !== undefined && (
          <line
            x1={50 + 41.5 * cos}
            y1={50 + 41.5 * sin}
            x2={50 + 49.5 * cos}
            y2={50 + 49.5 * sin}
            stroke="currentColor"
            strokeWidth="2.5"
          />
        )}
      </svg>
      <div className="relative grid place-items-center">{children}</div>
    </div>
  )
}
