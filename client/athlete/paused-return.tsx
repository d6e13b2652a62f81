import { useSyncExternalStore } from 'react'
import type { Moment } from '../../sync/moment.ts'
import { serverNow } from '../api/session.ts'
import { formatDate } from '../text/format-date.ts'

/** The day questions are taken again, where the viewer is; a day that is over is not promised any more. */
export function PausedReturn({ at }: { at: Moment }) {
  const day = useSyncExternalStore(
    () => () => {},
    () => (at > serverNow() ? formatDate(at) : null),
    // nobody knows on the server where the viewer is: the browser puts it right
    () => formatDate(at, { zone: 'UTC' }),
  )
  return day && <strong className="label text-ink">New questions are welcome again from {day}. </strong>
}
