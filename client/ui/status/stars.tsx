import { useId } from 'react'
import { ICONS } from '../icon-data.ts'

const STAR = ICONS.star[0]
const FIVE = [1, 2, 3, 4, 5] as const

type StarsProps = {
  /** 0 to 5, fractions allowed. */
  value: number
  className?: string
}

/** A rating as five stars, filled exactly as far as it goes; one decimal is spoken. */
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
        <path key={star} d={STAR} transform={`translate(${24 * (star - 1)} 0)`} className="fill-line" />
      ))}
      <g clipPath={`url(#${clip})`}>
        {FIVE.map((star) => (
          <path key={star} d={STAR} transform={`translate(${24 * (star - 1)} 0)`} fill="currentColor" />
        ))}
      </g>
    </svg>
  )
}

type StarFieldProps = { label: string; name: string; value: number; onChange: (value: number) => void }

/** Chooses 1 to 5 stars by press or arrow keys. */
export function StarField({ label, name, value, onChange }: StarFieldProps) {
  return (
    <fieldset>
      <legend className="label mb-1 text-sm">{label}</legend>
      <div className="-ml-2 flex">
        {FIVE.map((star) => (
          <label
            key={star}
            className="touch grid cursor-pointer place-items-center rounded has-focus-visible:outline-3 has-focus-visible:outline-signal-text"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden
              className={`size-8 stroke-signal ${star <= value ? 'fill-signal' : 'fill-none'}`}
            >
              <path d={STAR} strokeWidth="1.5" strokeLinejoin="round" />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
