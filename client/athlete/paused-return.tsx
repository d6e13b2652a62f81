import { useSyncExternalStore } from 'react'
import type { Moment } from '../../sync/moment.ts'
import { serverNow } from '../api/session.ts'
import { formatDate } from '../text/format-date.ts'

/**
 * Says from which day, in the viewer's time zone, the athlete takes questions again; nothing once that day is over.
 */
export function PausedReturn({ at }: { at: Moment }) {
  const day = useSyncExternalStore(
    () => () => {},
    () => (at > serverNow() ? formatDate(at) : null),
    // The server does not know the viewer's time zone, so it renders the UTC day and the browser corrects it.
    () => formatDate(at, { zone: 'UTC' }),
  )
  return day && <strong className="label text-ink">New questions are welcome again from {day}. </strong>
}
