/** Renders a placeholder block. Give it the size of the real content by class. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded bg-line/60 ${className}`} />
}

/** Renders placeholder lines for a text; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden className="grid gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move
        <Skeleton key={line} className={`h-4 ${line === lines - 1 ? 'w-3/5' : 'w-full'}`} />
      ))}
    </div>
  )
}
