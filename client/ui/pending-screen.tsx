import { Skeleton } from './status/skeleton.tsx'

/** Renders the placeholder of a screen that is loading: a heading and what follows it. */
export function PendingScreen() {
  return (
    <div role="status" aria-label="Loading" className="wrap grid gap-10 py-10 md:py-16">
      <Skeleton className="h-14 w-4/5 max-w-2xl md:h-20" />
      <Skeleton className="h-96" />
    </div>
  )
}
