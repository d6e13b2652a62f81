import type { Moment } from '../../sync/moment.ts'

/** Where a moment is read: the viewer's own zone unless one is given. */
export type Zone = { zone?: string }

/** "Nov 21, 2026" (S2-9.27) */
export function formatDate(at: Moment, { zone }: Zone = {}): string {
  const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', { ...day, timeZone: zone }).format(at)
}
