import { DAY_MS } from '../../sync/limits.ts'
import { type KnownPerson, serverNow } from '../api/session.ts'
import { formatDateTime } from '../text/format.ts'
import { StatusLine } from '../ui/status/status-line.tsx'

/** Says to somebody who had asked for their account to be deleted that signing in has kept it. */
export function KeptLine({ person: { keptAt } }: { person: KnownPerson }) {
  if (!keptAt || keptAt < serverNow() - DAY_MS) return null
  return (
    <div className="card mb-6 p-4">
      <StatusLine icon="check" tone="success" live>
        Welcome back. You signed in on {formatDateTime(keptAt)}, so your account will not be deleted.
        Questions that were open when you left stay closed.
      </StatusLine>
    </div>
  )
}
