type MeterProps = {
  /** From 0 to 1; null while it is not known. */
  value: number | null
  /** The name for screen readers. A StatusLine beside the meter has the visible words. */
  label: string
}

/** Renders the progress of a transfer. */
export function Meter({ value, label }: MeterProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value ?? undefined}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line indeterminate:animate-breathe [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-signal [&::-webkit-progress-value]:transition-[inline-size]"
    />
  )
}
