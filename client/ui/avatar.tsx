import { useState } from 'react'

type AvatarProps = {
  name: string
  /** The URL of the picture. Without it the avatar shows initials on a chalk tile. */
  src?: string | null
  size?: 'small' | 'regular' | 'large' | 'huge'
  className?: string
}

const SIZES = {
  small: { box: 'size-9', text: 'text-[0.9rem]', px: 36 },
  regular: { box: 'size-12', text: 'text-[1.2rem]', px: 48 },
  large: { box: 'size-20', text: 'text-[2rem]', px: 80 },
  huge: { box: 'size-32 md:size-40', text: 'text-[3.2rem] md:text-[4rem]', px: 160 },
}
const TILES = ['tile-arcs', 'tile-centre', 'tile-lanes', 'tile-peak', 'tile-cross']

/** The first letter with the signs on it; in Devanagari letters that are joined are one. */
const INITIAL = /^.(?:\u094d\p{L}|\p{M})*/u

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => INITIAL.exec(word ?? '')?.[0].toUpperCase() ?? '').join('') || '?'
}

/**
 * Renders a person's picture, or their initials if there is no picture or it cannot be loaded, as without a network
 * (S2-3.11). It is always decoration beside the written name.
 */
export function Avatar({ name, src, size = 'regular', className = '' }: AvatarProps) {
  const { box, text, px } = SIZES[size]
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
    <span
      aria-hidden
      className={`${frame} display tile ${tile} ${text} grid select-none place-items-center leading-none`}
    >
      {initialsOf(name)}
    </span>
  )
}
