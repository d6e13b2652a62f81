import { useState } from 'react'

type AvatarProps = {
  name: string
  /** Address of the picture; initials on a chalk tile without it. */
  src?: string | null
  size?: 'small' | 'regular' | 'large' | 'huge'
  className?: string
}

const SIZES = {
  small: { box: 'size-9', px: 36 },
  regular: { box: 'size-12', px: 48 },
  large: { box: 'size-20', px: 80 },
  huge: { box: 'size-32 md:size-40', px: 160 },
}
const TILES = [
  'M-6 34A22 22 0 0 1 46 34M2 40A16 16 0 0 1 38 40',
  'M20 -4V44M20 12a8 8 0 1 0 0 16 8 8 0 0 0 0-16',
  'M-4 10H44M-4 20H44M-4 30H44',
  'M4 44L20 4L36 44M10 30H30',
  'M-2 -2L42 42M-2 18L22 42M18 -2L42 22',
]

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('') || '?'
}

/**
 * A person's picture, or their initials: without one, and where it cannot be had, as without a network (S2-3.11).
 * Always decoration beside the written name.
 */
export function Avatar({ name, src, size = 'regular', className = '' }: AvatarProps) {
  const { box, px } = SIZES[size]
  const [missing, setMissing] = useState<string | null>(null)
  const frame = `${box} shrink-0 overflow-hidden rounded ${className}`
  if (src && src !== missing)
    return (
      <img
        src={src}
        alt=""
        width={px}
        height={px}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(src)}
        className={`${frame} bg-sunken object-cover`}
      />
    )
  const tile = TILES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TILES.length]
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={`${frame} bg-field`}>
      <path
        d={tile}
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.28"
        strokeWidth="1"
        className="text-on-field"
      />
      <text x="20" y="20" dy="0.36em" textAnchor="middle" className="display fill-on-field" fontSize="16">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
