import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'

/** A screen on its way: a heading, a sentence and what stands under them. */
export function PendingScreen() {
  return (
    <div className="wrap grid gap-10 py-10 md:py-16">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid max-w-2xl gap-5">
        <Skeleton className="h-14 w-4/5 md:h-20" />
        <SkeletonText lines={2} />
      </div>
      <div aria-hidden className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-64" />
        <Skeleton className="h-64 max-md:hidden" />
        <Skeleton className="h-64 max-lg:hidden" />
      </div>
    </div>
  )
}
