import { PRODUCT } from '../../sync/text/product.ts'

/** Draws the logo: a running track with its chute, seen from above, which is also a speech bubble. */
function BrandMark() {
  return (
    <svg viewBox="4 8 56 50" aria-hidden fill="none" className="size-9 shrink-0">
      <g transform="rotate(-20 32 32)">
        <path d="M2 49H40A17 17 0 0 0 40 15H24A17 17 0 0 0 24 49" stroke="currentColor" strokeWidth="5.5" />
        <rect x="22.5" y="26.5" width="19" height="11" rx="5.5" className="fill-signal" />
      </g>
    </svg>
  )
}

/** Renders the logo and the name side by side. With `compact`, the name shows on wide screens only. */
export function BrandName({ compact = false }: { compact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <BrandMark />
      <span
        className={`font-[820] font-display text-xl uppercase leading-none tracking-[0.01em] [font-stretch:112%] ${compact ? 'max-sm:sr-only' : ''}`}
      >
        {PRODUCT.name}
      </span>
    </span>
  )
}
