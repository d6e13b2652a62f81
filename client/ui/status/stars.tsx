import { useId } from 'react'
import icons from '../icons.svg?url'

const STAR = `${icons}#star`
const FIVE = [1, 2, 3, 4, 5] as const

type StarsProps = {
  /** From 0 to 5; fractions are allowed. */
  value: number
  className?: string
}

/** Renders a rating as five stars, filled exactly as far as it goes. Screen readers get it with one decimal. */
export function Stars({ value, className = 'h-5' }: StarsProps) {
  const clip = useId()
  return (
    <svg
      viewBox="0 0 120 24"
      role="img"
      aria-label={`${value.toFixed(1)} out of 5 stars`}
      className={`inline-block w-auto text-signal ${className}`}
    >
      <clipPath id={clip}>
        <rect width={24 * value} height="24" />
      </clipPath>
      {FIVE.map((star) => (
        <use key={star} href={STAR} transform={`translate(${24 * (star - 1)} 0)`} className="fill-line" />
      ))}
      <g clipPath={`url(#${clip})`}>
        {FIVE.map((star) => (
          <use key={star} href={STAR} transform={`translate(${24 * (star - 1)} 0)`} fill="currentColor" />
        ))}
      </g>
    </svg>
  )
}
