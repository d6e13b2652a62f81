import { useEffect, useState } from 'react'
import type { TakeRow } from '../../db/device.ts'
import { formatTimer } from '../../text/format.ts'

/**
 * Tells screen readers which take is here to be sent. It is there before the take and stays when another one takes
 * its place, because they read only what is added to a region.
 */
export function KeptStatus({ take }: { take: TakeRow | null }) {
  const [told, tell] = useState<TakeRow | null>(null)
  useEffect(() => tell(take), [take])
  return (
    <div role="status" className="sr-only">
      {told && <p key={told.id}>Ready to send: {formatTimer(told.durationMs / 1_000)}</p>}
    </div>
  )
}
